import { normalisePhone, phoneProblem } from '@labalaba/contract'
import { DomainError } from '../platform/domain-error.ts'

/** A phone that was typed, as it is kept. Refuses what cannot be a Nigerian one, in the specification's words. */
export function readPhone(typed: string): string {
  const phone = normalisePhone(typed)
  const problem = phoneProblem(phone)
  if (problem !== null) refuseField('phone', problem)
  return phone
}

/** Refuses one field of a form. */
export function refuseField(field: string, message: string): never {
  throw new DomainError('invalid', { fields: { [field]: message }, message })
}
