import type { Ref } from 'react'
import { useTypedSearch } from '../../lib/typed-search.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchIcon } from '../../ui/icons.tsx'

type FindOrderProps = {
  field: Ref<HTMLInputElement>
  onSearch: (q: string) => void
  /** Enter, as a scanner sends it after the number. */
  onEnter: (q: string) => void
}

/** Where a number is typed or scanned. It looks as one types; Enter opens what it can only mean. */
export function FindOrder({ field, onSearch, onEnter }: FindOrderProps) {
  const { typed, type, now } = useTypedSearch(onSearch)
  return (
    <search>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          now()
          if (typed.trim() !== '') onEnter(typed.trim())
        }}
      >
        <div className="min-w-0 flex-1">
          <Field
            id="find-order"
            ref={field}
            label="Find an order"
            hint="Scan or type an order number, a label or a name."
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onText={type}
          />
        </div>
        <Button type="submit">
          <SearchIcon />
          <span className="sr-only sm:not-sr-only">Open</span>
        </Button>
      </form>
    </search>
  )
}
