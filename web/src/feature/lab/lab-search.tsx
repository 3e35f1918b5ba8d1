import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchIcon } from '../../ui/icons.tsx'

type LabSearchProps = {
  /** What the address says is being looked for. */
  q: string
  onSearch: (q: string) => void
}

/** Looks for labs by name as one types, 300 ms after the last letter, and follows the address on the way back. */
export function LabSearch({ q, onSearch }: LabSearchProps) {
  const [typed, setTyped] = useState(q)
  const [sent, setSent] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    // Our own search coming round through the address must not undo the letters typed since.
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
            id="lab-search"
            label="Search by lab name"
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
          <span className="sr-only sm:not-sr-only">Search</span>
        </Button>
      </form>
    </search>
  )
}
