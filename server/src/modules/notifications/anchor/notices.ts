import type { Jobs } from '../../../infra/queue/jobs.ts'
import { anchorOf } from '../../audit/index.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { anchorLetter } from './letter.ts'

/** The mail with the daily anchor of the audit chain, as a job that is safe to repeat. */
export function anchorNotices(deps: NotificationDependencies): Jobs {
  return {
    'mail-audit-anchor': async ({ day }) => {
      const anchor = await anchorOf(deps.db, String(day))
      if (!anchor) throw new Error(`the audit anchor of ${day} is gone`)
      await sendOnce(deps, `audit-anchor:${anchor.day}`, deps.operatorMail, anchorLetter(anchor))
    },
  }
}
