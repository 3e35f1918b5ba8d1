import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSheet, refuseProblems } from '../../server/src/infra/files/spreadsheet.ts'
import { demoAccounts } from '../accounts.ts'
import { part } from './values.ts'

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
