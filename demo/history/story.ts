import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LabReport, type RejectionReason, rejectionReasons } from '@labalaba/contract'
import { readSheet, refuseProblems } from '../../server/src/infra/files/spreadsheet.ts'
import type { Cells } from '../../server/src/infra/files/spreadsheet-cells.ts'
import { demoAccounts } from '../accounts.ts'

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
  const orders = readSheet({ text, name: 'orders.csv' }, columns, problems, readOrder)
  refuseProblems(problems)
  return orders
}

function readOrder(cells: Cells): HistoryOrder {
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

function readWhen(cell: string): HistoryOrder['when'] {
  const [first = '', second = ''] = cell.split(' ')
  return first === 'today' ? { minutes: Number(second) } : { days: Number(first), time: second }
}

/** An invented patient. The phone number belongs to no one. */
export type Patient = {
  readonly name: string
  readonly gender: 'Male' | 'Female'
  readonly bornOn: string
  readonly email: string
  readonly phone: string
  readonly address: string
}

/** Every patient in the file of people, by name. The first is the patient account of the demonstration. */
export function readPatients(): ReadonlyMap<string, Patient> {
  const problems: string[] = []
  const text = readFileSync(join(import.meta.dirname, '../people.csv'), 'utf8')
  const columns = { needed: ['role', 'first_name', 'last_name', 'sex'] }
  const people = readSheet({ text, name: 'people.csv' }, columns, problems, (cells) => ({
    role: cells.text('role', 40),
    first: cells.text('first_name', 60),
    last: cells.text('last_name', 60),
    gender: cells.oneOf('sex', ['Female', 'Male']),
  }))
  refuseProblems(problems)
  const [login] = demoAccounts(text)
  const patients = people.filter(({ role }) => role === 'patient')
  return new Map(
    patients.map(({ first, last, gender }, index) => {
      const name = `${first} ${last}`
      const own = {
        email: `${first}.${last}@demo.labalaba.example`.toLowerCase(),
        phone: `23470000001${String(index).padStart(2, '0')}`,
      }
      const { email, phone } = index === 0 && login ? login : own
      const address = `${1 + Math.floor(part(`${name} house`) * 90)} Sample Street`
      return [
        name,
        { name, gender, bornOn: index === 0 ? '1976-05-12' : bornOn(name), email, phone, address },
      ]
    }),
  )
}

/** A date of birth that is always the same for a name; ages are between about 22 and 66. */
function bornOn(name: string): string {
  const year = 1960 + Math.floor(part(`${name} year`) * 44)
  const month = 1 + Math.floor(part(`${name} month`) * 12)
  const day = 1 + Math.floor(part(`${name} day`) * 28)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** A number from 0 to just under 1 that looks random and depends only on this text. */
function part(words: string): number {
  return createHash('sha256').update(words).digest().readUInt32BE() / 2 ** 32
}

type Line = LabReport['analytes'][number]

/** The values of a report: the given ones, by analyte name, otherwise a normal value that is always the same. */
export function valuesOf(
  { analytes }: Pick<LabReport, 'analytes'>,
  given: ReadonlyMap<string, string>,
  seed: string,
): { position: number; value: string }[] {
  const values = analytes.map((line) => ({
    position: line.position,
    name: line.name,
    unit: line.unit,
    value: given.get(line.name) ?? usual(line, part(`${seed} ${line.name}`)),
  }))
  const others = values.filter(({ name, unit }) => unit === '%' && isOtherWhiteCell(name))
  const rest = 100 - others.reduce((sum, { value }) => sum + Number(value), 0)
  return values.map(({ position, name, unit, value }) => ({
    position,
    value: name === 'Neutrophils' && unit === '%' && others.length > 0 ? rest.toFixed(0) : value,
  }))
}

/** The kinds of white cells that make up 100 % together with the neutrophils. */
function isOtherWhiteCell(name: string): boolean {
  return ['Lymphocytes', 'Monocytes', 'Eosinophils', 'Basophils'].includes(name)
}

function usual({ kind, choices, expected, low, high }: Line, place: number): string {
  if (kind === 'choice') return expected[0] ?? choices[0] ?? ''
  if (kind === 'text' || (low === null && high === null)) return ''
  const most = high ?? (low ?? 1) * 1.4
  const least = low ?? most * 0.5
  // Well inside the interval, as for most people.
  return written(least + (most - least) * (0.2 + 0.6 * place), most - least)
}

/** Formats a value with as many decimals as a lab machine shows for such an interval. */
function written(value: number, width: number): string {
  if (width < 0.1) return value.toFixed(3)
  if (width < 2) return value.toFixed(2)
  return width < 20 ? value.toFixed(1) : value.toFixed(0)
}
