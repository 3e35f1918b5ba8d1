import { useState } from 'react'
import { useProfile } from './hooks.ts'

/** What is typed and not sent, by whom and about what; for as long as the page is open, and nowhere else. */
const typed = new Map<string, string>()

/**
 * The text of a note, which is there again when whatever it is typed in is closed and opened, or its page left and come back
 * to, by the same account. Nothing of it is kept in the browser's storage. Empty it once it is sent.
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
