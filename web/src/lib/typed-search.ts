import { useRef, useState } from 'react'

/** How long nobody types before it is looked for, in milliseconds. */
const pause = 300

/** A search that looks for what is typed as soon as nobody types on; `now` does not wait for that. */
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
