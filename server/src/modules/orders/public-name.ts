import { nameProblem } from '@labalaba/contract'
import type { OrderRow } from './repository.ts'

/**
 * The patient's name for mails and receipts to people without an account. A stored name that is older than the rule for
 * names and breaks it is replaced.
 */
export function publicPatientName({ patient_name: name }: Pick<OrderRow, 'patient_name'>): string {
  return nameProblem(name) === null ? name : 'the patient'
}
