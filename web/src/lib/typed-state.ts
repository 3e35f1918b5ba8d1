import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { currentProfile, onSessionLost } from './session.ts'

/** The contents of forms when their session ended, by account and form; in this page's memory only. */
const left = new Map<string, unknown>()

/**
 * State of a form that is restored if the session ended while it was open and the same account signs in again. Closing
 * the form or signing out discards it. `about` names the form and its subject, in the version that was shown.
 */
export function useTypedState<T>(about: string, begin: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const [key] = useState(() => `${currentProfile()?.email ?? ''} ${about}`)
  const [value, set] = useState<T>(() => {
    if (left.has(key)) return left.get(key) as T
    return begin instanceof Function ? begin() : begin
  })
  useEffect(() => {
    left.delete(key)
  }, [key])
  useEffect(() => onSessionLost(() => left.set(key, value)), [key, value])
  return [value, set]
}
