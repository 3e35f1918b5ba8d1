import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RejectionReason, rejectionReasons } from '@labalaba/contract'
import { readSheet, refuseProblems } from '../../server/src/platform/sheet.ts'
import type { Cells } from '../../server/src/platform/sheet-cells.ts'

/** How far an order has come. */
const ends = [
  ...(['paid', 'cancelled', 'here', 'taken', 'received', 'rejected', 'entered', 'verified'] as const),
  ...(['released', 'set_off', 'collected', 'handed'] as const),
] as const

/** One order of the history. */
export type Told = {
  /** By the name in people.csv. */
  readonly patient: string
  /** Nothing where patients book for themselves; else whether the doctor who booked may read, and has read. */
  readonly doctor: '' | 'booked' | 'reads' | 'has_read'
  readonly tests: readonly string[]
  /** The area that a phlebotomist goes to; empty for who comes to the lab. */
  readonly visit: string
  /** How many days ago, and when that day they came; of today only how many minutes ago the last of it happened. */
  readonly when: { readonly days: number; readonly time: string } | { readonly minutes: number }
  /** How much of the promised time the results took. */
  readonly pace: number
  readonly ends: (typeof ends)[number]
  /** Why the first sample was not good enough; empty where it was. */
  readonly rejected: '' | RejectionReason
  /** Values that are not simply inside their interval, by what is measured. */
  readonly values: ReadonlyMap<string, string>
}

const columns = {
  needed: ['patient', 'doctor', 'tests', 'visit', 'when', 'pace', 'ends', 'rejected', 'values'],
}

/** The orders of the history, the oldest first. */
export function readStory(): Told[] {
  const problems: string[] = []
  const text = readFileSync(join(import.meta.dirname, 'orders.csv'), 'utf8')
  const told = readSheet({ text, name: 'orders.csv' }, columns, problems, readTold)
  refuseProblems(problems)
  return told
}

function readTold(cells: Cells): Told {
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

function readWhen(said: string): Told['when'] {
  const [first = '', second = ''] = said.split(' ')
  return first === 'today' ? { minutes: Number(second) } : { days: Number(first), time: second }
}
