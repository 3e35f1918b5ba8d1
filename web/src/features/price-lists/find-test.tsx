import type { Ref } from 'react'
import { Field } from '../../components/field.tsx'
import * as copy from '../../copy/price-lists.ts'
import { useTypedSearch } from '../../lib/typed-search.ts'

type FindTestProps = { field: Ref<HTMLInputElement>; onSearch: (q: string) => void }

/** Searches for a test while the user types. */
export function FindTest({ field, onSearch }: FindTestProps) {
  const { typed, type } = useTypedSearch(onSearch)
  return (
    <search>
      <Field
        id="find-test"
        ref={field}
        label={copy.findTest}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onText={type}
      />
    </search>
  )
}
