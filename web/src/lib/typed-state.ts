import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { currentProfile, onSessionLost } from './session.ts'

/** What stood in forms as their session ended, by account and form; in this page's memory alone. */
const left = new Map<string, unknown>()

/**
 * State of a form that is there again where the session ended under it and the same account has signed in anew: nothing
 * typed is lost by that. Whoever closes the form or signs out leaves nothing. `about` names the form, and what it is
 * about, in the version that was looked at.
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
