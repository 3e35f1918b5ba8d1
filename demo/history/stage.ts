import type { BodySent, Endpoint, ReplyOf } from '@labalaba/contract'
import { demoEmails } from '../accounts.ts'
import type { Moments } from './moments.ts'
import type { HistoryOrder, Patient } from './story.ts'

/** The input of an API call. */
type Sent<E extends Endpoint> = {
  readonly body?: BodySent<E>
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Calls the API as one account. Throws an error with a message if the call is refused. */
export type Call = <E extends Endpoint>(endpoint: E, sent?: Sent<E>) => Promise<ReplyOf<E>>

/** The environment of a history: the product itself, on a clock that the history sets. */
export type Stage = {
  /** Sets the current time. */
  setTime(at: Date): void
  /** Logs in and returns the calls of this account. */
  as(email: string): Promise<Call>
  /** Creates a verified account that exists since the beginning. */
  join(person: {
    readonly email: string
    readonly name: string
    readonly phone: string
    readonly address: string
  }): Promise<void>
  /** Pays an attempt at the current time, and settles it. */
  pay(reference: string): Promise<void>
}

/** Everything that a part of the history needs. */
export type Playing = {
  readonly stage: Stage
  readonly story: HistoryOrder
  readonly patient: Patient
  readonly moments: Moments
  /** Seed of the invented values, so that they are the same each time. */
  readonly seed: string
  readonly order: string
}

/** The email of the account that books: the patient's, or the demonstration's doctor's. */
export function bookerOf({ doctor }: HistoryOrder, { email }: Patient): string {
  return doctor ? emailOf('doctor') : email
}

/** The login email of a role of the demonstration. */
export function emailOf(role: string): string {
  return demoEmails.find((email) => email.startsWith(`${role}@`)) ?? ''
}
