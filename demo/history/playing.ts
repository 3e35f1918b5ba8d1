import { demoEmails } from '../accounts.ts'
import type { Moments } from './moments.ts'
import type { Patient } from './patients.ts'
import type { Stage } from './stage.ts'
import type { Told } from './story.ts'

/** Everything that a scene of the history needs. */
export type Playing = {
  readonly stage: Stage
  readonly told: Told
  readonly patient: Patient
  readonly moments: Moments
  /** What it is made from, so that it is the same each time. */
  readonly seed: string
  readonly order: string
}

/** Who books: the patient, or the doctor of the demonstration. */
export function bookerOf({ doctor }: Told, { email }: Patient): string {
  return doctor ? emailOf('doctor') : email
}

/** Where a role of the demonstration signs in. */
export function emailOf(role: string): string {
  return demoEmails.find((email) => email.startsWith(`${role}@`)) ?? ''
}
