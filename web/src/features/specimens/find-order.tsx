import { lazy, type Ref, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { SearchIcon } from '../../components/icons.tsx'
import { canScan } from '../../components/scan/reader.ts'
import { signal } from '../../components/scan/signal.ts'
import * as copy from '../../copy/specimens.ts'
import { useTypedSearch } from '../../lib/typed-search.ts'

const Scanner = lazy(async () => ({ default: (await import('../../components/scan/scanner.tsx')).Scanner }))

type FindOrderProps = {
  field: Ref<HTMLInputElement>
  onSearch: (q: string) => void
  /** Enter; a scanner sends it after the number. */
  onEnter: (q: string) => void
}

/** The field to type or scan a number. Searches while the user types; Enter opens the only match. */
export function FindOrder({ field, onSearch, onEnter }: FindOrderProps) {
  const { typed, type, now } = useTypedSearch(onSearch)
  const [scanning, setScanning] = useState(false)
  return (
    <search>
      <form
        className="flex items-end gap-2 max-sm:flex-wrap max-sm:[&>button]:grow"
        onSubmit={(event) => {
          event.preventDefault()
          now()
          if (typed.trim() !== '') onEnter(typed.trim())
        }}
      >
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <Field
            id="find-order"
            ref={field}
            label={copy.findLabel}
            hint={copy.findHint}
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
          {copy.findOpen}
        </Button>
        {canScan() ? <Button onClick={() => setScanning(true)}>{copy.findScan}</Button> : null}
      </form>
      {scanning ? (
        <Suspense>
          <Scanner
            title={copy.findScanTitle}
            onFound={(text) => {
              setScanning(false)
              signal('good')
              type(text)
              onEnter(text.trim())
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
    </search>
  )
}
