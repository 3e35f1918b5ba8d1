import { readSheet, refuseProblems } from '../server/src/platform/sheet.ts'

/** The password of every account of the demonstration; the start prints it. */
export const demoPassword = 'kora-okra-harmattan'

/** Where each role of the demonstration signs in. The phones are made up and belong to nobody. */
const logins = {
  patient: { email: 'patient@demo.labalaba.example', type: 'user', title: '', phone: '2347000000001' },
  doctor: { email: 'doctor@demo.labalaba.example', type: 'doctor', title: 'Dr ', phone: '2347000000002' },
  operator: { email: 'operator@demo.labalaba.example', type: 'operator', title: '', phone: '2347000000003' },
} as const

/** The addresses that the demonstration signs in with. */
export const demoEmails: readonly string[] = Object.values(logins).map(({ email }) => email)

export type DemoAccount = {
  readonly email: string
  readonly type: 'user' | 'doctor' | 'operator'
  readonly name: string
  readonly phone: string
  readonly address: string
}

const columns = { needed: ['role', 'first_name', 'last_name', 'sex'] }

/** The first person of each role in the file of people, with where they sign in. */
export function demoAccounts(peopleText: string): DemoAccount[] {
  const problems: string[] = []
  const people = readSheet({ text: peopleText, name: 'people.csv' }, columns, problems, (cells) => ({
    role: cells.text('role', 40),
    name: `${cells.text('first_name', 60)} ${cells.text('last_name', 60)}`,
  }))
  refuseProblems(problems)
  return (['patient', 'doctor', 'operator'] as const).flatMap((role) => {
    const person = people.find((one) => one.role === role)
    const { title, ...login } = logins[role]
    return person
      ? [{ ...login, name: `${title}${person.name}`, address: '12 Sample Street, Yaba, Lagos' }]
      : []
  })
}
