import type { Pagination as Counted } from '@labalaba/contract'
import { type ReactNode, useDeferredValue, useRef } from 'react'
import { Navigate } from 'react-router'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'

type Answer<Item> = {
  readonly data: readonly Item[]
  readonly pagination: Counted
  readonly keptAt?: string | null
}

/** The part of a TanStack Query result that is used here. */
type ListQuery<Item> = {
  readonly data: Answer<Item> | undefined
  /** The visible data still belongs to the previous query. */
  readonly isPlaceholderData: boolean
  readonly isError: boolean
  readonly error: unknown
}

type FoundListProps<Item> = {
  title: string
  query: ListQuery<Item>
  page: number
  /** The address of another page of the same query. */
  addressOf: (page: number) => URLSearchParams
  words: (total: number, limit: number) => string
  onRetry: () => void
  waiting: ReactNode
  /** Shown if nothing was found; `ask` starts another query. */
  nothing: (ask: (address: URLSearchParams) => void) => ReactNode
  children: (found: readonly Item[], stale: boolean) => ReactNode
}

/** The results of a search, a page at a time: their number, the cards, and links to the other pages. */
export function FoundList<Item>(props: FoundListProps<Item>) {
  const { query, page, addressOf } = props
  const [, setAddress] = useSearchParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = query.data
  // A page of cards is rendered in steps, so that it reacts to taps meanwhile.
  const drawn = useDeferredValue(list, undefined)
  const stale = query.isPlaceholderData

  function ask(address: URLSearchParams): void {
    setAddress(address)
    heading.current?.focus({ preventScroll: true })
  }

  function turn(to: number): void {
    ask(addressOf(to))
    heading.current?.scrollIntoView()
  }

  const last = list?.pagination.totalPages ?? 1
  if (list && !stale && list.data.length === 0 && last >= 1 && page > last)
    return <Navigate to={`?${addressOf(last)}`} replace />
  const isEmpty = list?.data.length === 0
  return (
    <section aria-labelledby="found" className="space-y-4">
      <div>
        <h2 id="found" ref={heading} tabIndex={-1}>
          {props.title}
        </h2>
        <p aria-live="polite" className="text-small text-muted min-h-5 md:min-h-6">
          {list && !stale ? (
            <span className={isEmpty ? 'sr-only' : ''}>
              {props.words(list.pagination.totalRecords, list.pagination.limit)}
            </span>
          ) : null}
        </p>
      </div>
      {list?.keptAt ? <OfflineNote at={list.keptAt} onRetry={props.onRetry} /> : null}
      {list && drawn ? (
        drawn.data.length > 0 ? (
          props.children(drawn.data, stale)
        ) : (
          props.nothing(ask)
        )
      ) : query.isError ? (
        <LabTrouble failure={query.error} onRetry={props.onRetry} />
      ) : (
        props.waiting
      )}
      {list && !isEmpty ? <Pagination page={page} pages={last} onPage={turn} working={stale} /> : null}
    </section>
  )
}

/** Above a list from the offline copy, shown when the network did not respond: its time, and a button to retry. */
function OfflineNote({ at, onRetry }: { at: string; onRetry: () => void }) {
  return (
    <Banner tone="offline" title={copy.copyTitle} announce>
      <p>{fill(copy.copyMade, { time: dayAndTime(at) })}</p>
      <div className="pt-2">
        <Button onClick={onRetry}>
          <RefreshIcon />
          {shared.tryAgain}
        </Button>
      </div>
    </Banner>
  )
}
