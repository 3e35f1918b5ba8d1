import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useProfile } from './hooks.ts'
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

/** Typed but unsent text, by account and subject; in memory while the page is open, and nowhere else. */
const typed = new Map<string, string>()

/**
 * The text of a note. It is restored when the same account closes and reopens the form, or leaves the page and returns.
 * It is never in the browser's storage. The caller empties it once it is sent.
 */
export function useTypedNote(about: string): [text: string, setText: (text: string) => void] {
  const key = `${useProfile()?.email ?? ''} ${about}`
  const [text, setText] = useState(() => typed.get(key) ?? '')
  return [
    text,
    (next) => {
      if (next === '') typed.delete(key)
      else typed.set(key, next)
      setText(next)
    },
  ]
}

/** Makes the browser ask for confirmation before a reload or a closed tab while something typed is not saved. */
export function useLeaveWarning(touched: boolean): void {
  useEffect(() => {
    if (!touched) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [touched])
}
