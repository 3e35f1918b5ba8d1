import { lineOf, type SignedAnchor } from '../../audit/index.ts'
import type { Letter } from '../letter.ts'

/** The daily anchor for an operator to save. It contains no names. */
export function anchorLetter(anchor: SignedAnchor): Letter {
  const { day, position, findings } = anchor
  const isWhole = findings === 0
  return {
    subject: isWhole ? `Audit anchor of ${day}` : `Audit anchor of ${day}: history was altered`,
    preheader: isWhole ? 'Keep this email.' : `A check found ${findings} problems.`,
    heading: isWhole ? 'Keep this audit anchor' : 'A check found altered history',
    blocks: [
      {
        kind: 'text',
        text: isWhole
          ? `A check of all ${position} rows of history found nothing wrong.`
          : `A check of the history found ${findings} problems. Run "npm run labalaba -- invariants" and follow "History was altered" in docs/operations/incidents.md.`,
      },
      {
        kind: 'text',
        text: 'The line below proves what the history was today. If anyone changes earlier history, the anchor shows it. Keep this email where people who run the database cannot delete it.',
      },
      { kind: 'text', text: lineOf(anchor) },
      {
        kind: 'note',
        text: 'To check the history against saved anchors: npm run labalaba -- check-audit FILE',
      },
    ],
  }
}
