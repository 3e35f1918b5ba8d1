import { useState } from 'react'
import { useProfile } from './hooks.ts'

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
