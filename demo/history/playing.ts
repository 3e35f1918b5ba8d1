import { demoEmails } from '../accounts.ts'
import type { Moments } from './moments.ts'
import type { Patient } from './patients.ts'
import type { Stage } from './stage.ts'
import type { HistoryOrder } from './story.ts'

/** Everything that a part of the history needs. */
export type Playing = {
  readonly stage: Stage
  readonly told: HistoryOrder
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
