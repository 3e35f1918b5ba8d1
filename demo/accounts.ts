import type { Duty } from '@labalaba/contract'
import { readSheet, refuseProblems } from '../server/src/infra/files/spreadsheet.ts'

/** The password of every demonstration account; printed at the start. */
export const demoPassword = 'kora-okra-harmattan'

/** The login of each role of the demonstration. The phone numbers are invented and belong to no one. */
const logins = {
  patient: { email: 'patient@demo.labalaba.example', type: 'user', title: '', phone: '2347000000001' },
  doctor: { email: 'doctor@demo.labalaba.example', type: 'doctor', title: 'Dr ', phone: '2347000000002' },
  operator: { email: 'operator@demo.labalaba.example', type: 'operator', title: '', phone: '2347000000003' },
  lab: { email: 'lab@demo.labalaba.example', type: 'lab', title: '', phone: '2347000000004' },
  verifier: { email: 'verifier@demo.labalaba.example', type: 'lab', title: '', phone: '2347000000005' },
  phlebotomist: {
    email: 'phlebotomist@demo.labalaba.example',
    type: 'phlebotomist',
    title: '',
    phone: '2347000000006',
  },
  // Two operators, so that one can review what the other has decided.
  second_operator: {
    email: 'operator2@demo.labalaba.example',
    type: 'operator',
    title: '',
    phone: '2347000000007',
  },
} as const

const roles = Object.keys(logins) as (keyof typeof logins)[]

/** The email addresses of the demonstration accounts. */
export const demoEmails: readonly string[] = Object.values(logins).map(({ email }) => email)

export type DemoAccount = {
  readonly email: string
  readonly type: 'user' | 'doctor' | 'operator' | 'lab' | 'phlebotomist'
  readonly name: string
  readonly phone: string
  readonly address: string
  /** The duties of lab staff at the lab of the demonstration; empty for other roles. */
  readonly duties: readonly Duty[]
}

/** The lab of the demonstration's lab staff: it does every kind of test and has many locations. */
export const demoLab = 'truevial-laboratories'

/** A result is never verified by the person who entered it, so two staff members are needed. */
const duties: Readonly<Partial<Record<keyof typeof logins, readonly Duty[]>>> = {
  lab: ['desk', 'scientist', 'manager'],
  verifier: ['verifier'],
}

const columns = { needed: ['role', 'first_name', 'last_name', 'sex'] }

/** The first person of each role in the file of people, with their login. */
export function demoAccounts(peopleText: string): DemoAccount[] {
  const problems: string[] = []
  const people = readSheet({ text: peopleText, name: 'people.csv' }, columns, problems, (cells) => ({
    role: cells.text('role', 40),
    name: `${cells.text('first_name', 60)} ${cells.text('last_name', 60)}`,
  }))
  refuseProblems(problems)
  return roles.flatMap((role) => {
    const person = people.find((one) => one.role === role)
    const { title, ...login } = logins[role]
    return person
      ? [
          {
            ...login,
            name: `${title}${person.name}`,
            address: '12 Sample Street, Yaba, Lagos',
            duties: duties[role] ?? [],
          },
        ]
      : []
  })
}
