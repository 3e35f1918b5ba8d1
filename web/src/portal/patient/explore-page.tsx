import { useDeferredValue, useRef } from 'react'
import { Navigate } from 'react-router'
import { LabFilters } from '../../feature/lab/lab-filters.tsx'
import { LabCards, LabCardsWaiting, NoLabs } from '../../feature/lab/lab-list.tsx'
import { LabTrouble } from '../../feature/lab/lab-trouble.tsx'
import { useLabs } from '../../feature/lab/queries.ts'
import { countWords, type LabsWanted, labsAddress, labsWanted } from '../../feature/lab/rules.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { Pagination } from '../../ui/navigation.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { ExploreSwitch } from './explore-switch.tsx'

const everything: LabsWanted = { q: '', page: 1, favourite: false, home: false, iso: false }

/** All labs, fifteen a page, found by name or place. What is looked for and the page stand in the address. */
export function ExplorePage() {
  useTitle('Explore laboratories')
  const [address, setAddress] = useSearchParams()
  const wanted = labsWanted(address)
  const { q, page } = wanted
  const labs = useLabs(wanted)
  const startAgain = useStartAgain()
  const heading = useRef<HTMLHeadingElement>(null)

  /** One step back undoes a whole search, not its last letter. */
  function search(text: string): void {
    setAddress(labsAddress({ ...wanted, q: text, page: 1 }), { replace: q !== '' && text !== '' })
  }

  function turn(to: number): void {
    setAddress(labsAddress({ ...wanted, page: to }))
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  function clear(): void {
    setAddress(labsAddress(everything))
    heading.current?.focus({ preventScroll: true })
  }

  const list = labs.data
  // Fifteen cards are drawn a little at a time, so that the page answers taps meanwhile.
  const drawn = useDeferredValue(list, undefined)
  const last = list?.pagination.totalPages ?? 1
  if (list && !labs.isPlaceholderData && list.data.length === 0 && last >= 1 && page > last) {
    return <Navigate to={`?${labsAddress({ ...wanted, page: last })}`} replace />
  }

  return (
    <div className="page space-y-6 py-6 md:py-8">
      <div className="space-y-4">
        <ExploreSwitch />
        <div>
          <h1>Explore laboratories</h1>
          <p className="text-muted mt-1">Every lab shows the registration it works under.</p>
        </div>
        <SearchForm id="lab-search" label="Search by lab name or area" q={q} onSearch={search} />
        <LabFilters
          wanted={wanted}
          onTurned={(filter, on) => setAddress(labsAddress({ ...wanted, [filter]: on, page: 1 }))}
        />
      </div>
      <section aria-labelledby="labs-title" className="space-y-4">
        <div>
          <h2 id="labs-title" ref={heading} tabIndex={-1}>
            Available Laboratories
          </h2>
          <p aria-live="polite" className="text-small text-muted min-h-5 md:min-h-6">
            {list && !labs.isPlaceholderData && list.data.length > 0
              ? countWords(list.pagination.totalRecords, page, list.pagination.limit, q)
              : null}
          </p>
        </div>
        {list && drawn ? (
          drawn.data.length > 0 ? (
            <LabCards labs={drawn.data} stale={labs.isPlaceholderData} />
          ) : (
            <NoLabs wanted={wanted} onClear={clear} />
          )
        ) : labs.isError ? (
          <LabTrouble failure={labs.error} onRetry={() => startAgain('labs')} />
        ) : (
          <LabCardsWaiting onRetry={() => startAgain('labs')} />
        )}
        {list && list.data.length > 0 ? (
          <Pagination page={page} pages={last} onPage={turn} working={labs.isPlaceholderData} />
        ) : null}
      </section>
    </div>
  )
}
