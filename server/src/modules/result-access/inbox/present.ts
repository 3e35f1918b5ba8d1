import type { InboxItem } from '@labalaba/contract'
import type * as rows from './repository.ts'

/** An order of the inbox, as the doctor sees it before opening it. */
export function presentItem(row: rows.InboxRow): InboxItem {
  return {
    ...{ reference: row.reference, patientName: row.patient_name, lab: row.lab_name, tests: row.tests },
    ...{ withdrawn: row.withdrawn, keptPrivate: row.kept, critical: row.critical },
    ...{ takenBack: row.taken_back, unread: row.unread, corrected: row.corrected },
    ...{ acknowledged: row.acknowledged, releasedAt: row.released_at.toISOString() },
  }
}

/** The cursor after which the next page begins. */
export function cursorOf({ rank, released_at, reference }: rows.InboxRow): string {
  return `${rank}.${released_at.getTime()}.${reference}`
}

/** Parses a cursor; null if it is malformed. */
export function readCursor(cursor: string): rows.After | null {
  const [, rank = '', at = '', reference = ''] =
    cursor.match(/^([0-3])\.(\d{1,14})\.(LB-[0-9A-Z-]{1,30})$/) ?? []
  return rank === '' ? null : { rank: Number(rank), at: new Date(Number(at)), reference }
}
