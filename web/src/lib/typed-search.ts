import { useRef, useState } from 'react'

/** How long after the last key the search starts, in milliseconds. */
const pause = 300

/** A search that starts once the user stops typing; `now` starts it immediately. */
export function useTypedSearch(onSearch: (q: string) => void) {
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    typed,
    type(text: string): void {
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => onSearch(text.trim()), pause)
    },
    now(): void {
      clearTimeout(timer.current)
      onSearch(typed.trim())
    },
  }
}
