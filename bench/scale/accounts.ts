import { randomFrom } from './random.ts'
import type { Size } from './sizes.ts'
import { families, firstNames } from './words.ts'

export type MadeAccount = {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly username: string
  readonly type: 'user' | 'doctor'
  readonly createdAt: Date
}

/** One account in this many is a doctor's. */
export const doctorEvery = 30

/** The email of the account with this id; every account has the same password. */
export function emailOf(id: number): string {
  return `person-${id}@scale.example`
}
export const scalePassword = 'okra-harmattan-kora'

export function isDoctor(id: number): boolean {
  return id % doctorEvery === 0
}

/** Patients and doctors, all with a confirmed address. */
export function* makeAccounts(size: Size, seed: number, since: Date): Generator<MadeAccount> {
  const random = randomFrom(seed, 'accounts')
  for (let id = 1; id <= size.accounts; id += 1) {
    yield {
      id,
      email: emailOf(id),
      username: `person${id}`,
      type: isDoctor(id) ? 'doctor' : 'user',
      name: `${random.pick(firstNames)} ${random.pick(families)}`,
      phone: phoneFrom(id),
      createdAt: new Date(since.getTime() - random.whole(1, 86_400_000)),
    }
  }
}

/** A phone number from a block that is not assigned to any operator. */
export function phoneFrom(id: number): string {
  return `2347000${String(100_000 + id)
    .padStart(6, '0')
    .slice(-6)}`
}
