import { anchorOf } from '../../audit/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { NotificationNeeds } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { anchorLetter } from './letter.ts'

/** The mail with the daily anchor of the audit chain, as a job that may be repeated. */
export function anchorNotices(needs: NotificationNeeds): Jobs {
  return {
    'mail-audit-anchor': async ({ day }) => {
      const anchor = await anchorOf(needs.db, String(day))
      if (!anchor) throw new Error(`the audit anchor of ${day} is gone`)
      await sendOnce(needs, `audit-anchor:${anchor.day}`, needs.operatorMail, anchorLetter(anchor))
    },
  }
}
