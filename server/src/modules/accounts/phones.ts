import { normalisePhone, phoneProblem } from '@labalaba/contract'
import { DomainError } from '../../infra/http/domain-error.ts'

/** A typed phone number in its stored form. Throws `invalid`, in the specification's words, if it cannot be Nigerian. */
export function readPhone(typed: string): string {
  const phone = normalisePhone(typed)
  const problem = phoneProblem(phone)
  if (problem !== null) refuseField('phone', problem)
  return phone
}

/** Refuses one field of a form with `invalid`. */
export function refuseField(field: string, message: string): never {
  throw new DomainError('invalid', { fields: { [field]: message }, message })
}
