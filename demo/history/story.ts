import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RejectionReason, rejectionReasons } from '@labalaba/contract'
import { readSheet, refuseProblems } from '../../server/src/infra/files/spreadsheet.ts'
import type { Cells } from '../../server/src/infra/files/spreadsheet-cells.ts'

/** The last act of an order. */
const ends = [
  ...(['paid', 'cancelled', 'here', 'taken', 'received', 'rejected', 'entered', 'verified'] as const),
  ...(['released', 'set_off', 'collected', 'handed'] as const),
] as const

/** One order of the history. */
export type HistoryOrder = {
  /** The name in people.csv. */
  readonly patient: string
  /** Empty if the patient books; otherwise the doctor booked, may read, or has read the results. */
  readonly doctor: '' | 'booked' | 'reads' | 'has_read'
  readonly tests: readonly string[]
  /** The area of the home visit; empty for a walk-in. */
  readonly visit: string
  /** How many days ago and at what time the patient came; for today, how many minutes ago the last act happened. */
  readonly when: { readonly days: number; readonly time: string } | { readonly minutes: number }
  /** The part of the promised time that the results took. */
  readonly pace: number
  readonly ends: (typeof ends)[number]
  /** Why the first sample was rejected; empty if it was not. */
  readonly rejected: '' | RejectionReason
  /** Values other than a normal one, by analyte name. */
  readonly values: ReadonlyMap<string, string>
}

const columns = {
  needed: ['patient', 'doctor', 'tests', 'visit', 'when', 'pace', 'ends', 'rejected', 'values'],
}

/** The orders of the history, the oldest first. */
export function readStory(): HistoryOrder[] {
  const problems: string[] = []
  const text = readFileSync(join(import.meta.dirname, 'orders.csv'), 'utf8')
  const told = readSheet({ text, name: 'orders.csv' }, columns, problems, readTold)
  refuseProblems(problems)
  return told
}

function readTold(cells: Cells): HistoryOrder {
  return {
    patient: cells.text('patient', 80),
    doctor: cells.oneOf('doctor', ['', 'booked', 'reads', 'has_read']),
    tests: cells.list('tests'),
    visit: cells.optionalText('visit', 80),
    when: readWhen(cells.matching('when', /^(\d+ \d\d:\d\d|today \d+)$/, 'say `12 09:30` or `today 40`')),
    pace: cells.decimal('pace', 0, 9),
    ends: cells.oneOf('ends', ends),
    rejected: cells.oneOf('rejected', ['', ...rejectionReasons]),
    values: new Map(
      cells.list('values').map((part): [string, string] => {
        const [name = '', value = ''] = part.split('=')
        return [name, value]
      }),
    ),
  }
}

function readWhen(said: string): HistoryOrder['when'] {
  const [first = '', second = ''] = said.split(' ')
  return first === 'today' ? { minutes: Number(second) } : { days: Number(first), time: second }
}
