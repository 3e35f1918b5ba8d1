import { ApiFailure } from './api.ts'

/** True where the password has to be given again first. */
export function needsPassword(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'sign_in_again'
}
