import { ApiFailure } from './api.ts'

/** The fields of a form that the server refused, such as `week.0`, each with its error text. Empty for other failures. */
export function wrongFields(failure: unknown): Readonly<Record<string, string>> {
  return failure instanceof ApiFailure && failure.code === 'invalid' ? (failure.fields ?? {}) : {}
}
