import { useRef, useState } from 'react'
import * as copy from '../copy/components.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { SearchIcon } from './icons.tsx'

type SearchFormProps = {
  id: string
  label: string
  hint?: string
  /** The search text in the address. */
  q: string
  onSearch: (q: string) => void
}

/** Searches while the user types, 300 ms after the last letter, and follows the address when the user goes back. */
export function SearchForm({ id, label, hint, q, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(q)
  const [sent, setSent] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    // Our own search arriving through the address must not undo the letters typed since.
    if (q !== sent) {
      setSent(q)
      setTyped(q)
    }
  }

  function search(text: string): void {
    clearTimeout(timer.current)
    const wanted = text.trim()
    setSent(wanted)
    if (wanted !== q) onSearch(wanted)
  }

  return (
    <search>
      <form
        className="flex max-w-180 items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <div className="min-w-0 flex-1">
          <Field
            id={id}
            label={label}
            hint={hint}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onText={(text) => {
              setTyped(text)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => search(text), 300)
            }}
          />
        </div>
        <Button type="submit">
          <SearchIcon />
          <span className="sr-only sm:not-sr-only">{copy.search}</span>
        </Button>
      </form>
    </search>
  )
}
