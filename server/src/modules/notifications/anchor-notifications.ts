import type { Jobs } from '../../infra/queue/jobs.ts'
import { anchorOf, lineOf, type SignedAnchor } from '../audit/index.ts'
import type { NotificationDependencies } from './channel/notify.ts'
import { type Letter, note } from './letter.ts'
import { sendOnce } from './send-once.ts'

/** The mail with the daily anchor of the audit chain, as a job that is safe to repeat. */
export function anchorNotifications(deps: NotificationDependencies): Jobs {
  return {
    'mail-audit-anchor': async ({ day }) => {
      const anchor = await anchorOf(deps.db, String(day))
      if (!anchor) throw new Error(`the audit anchor of ${day} is gone`)
      await sendOnce(deps, `audit-anchor:${anchor.day}`, deps.operatorMail, anchorLetter(anchor))
    },
  }
}

/** The daily anchor for an operator to save. It contains no names. */
function anchorLetter(anchor: SignedAnchor): Letter {
  const { day, position, findings } = anchor
  const isWhole = findings === 0
  return {
    subject: isWhole ? `Audit anchor of ${day}` : `Audit anchor of ${day}: history was altered`,
    preheader: isWhole ? 'Keep this email.' : `A check found ${findings} problems.`,
    heading: isWhole ? 'Keep this audit anchor' : 'A check found altered history',
    blocks: [
      isWhole
        ? `A check of all ${position} rows of history found nothing wrong.`
        : `A check of the history found ${findings} problems. Run "npm run labalaba -- invariants" and follow "History was altered" in docs/operations/incidents.md.`,
      'The line below proves what the history was today. If anyone changes earlier history, the anchor shows it. Keep this email where people who run the database cannot delete it.',
      lineOf(anchor),
      note('To check the history against saved anchors: npm run labalaba -- check-audit FILE'),
    ],
  }
}
