import { useRef } from 'react'
import { Navigate } from 'react-router'
import { LabCards, LabCardsWaiting, NoLabs } from '../../feature/lab/lab-list.tsx'
import { LabSearch } from '../../feature/lab/lab-search.tsx'
import { LabTrouble } from '../../feature/lab/lab-trouble.tsx'
import { useLabs, useStartAgain } from '../../feature/lab/queries.ts'
import { countWords, pageFrom } from '../../feature/lab/rules.ts'
import { useTitle } from '../../lib/hooks.ts'
import { Pagination } from '../../ui/navigation.tsx'
import { useSearchParams } from '../../ui/search-params.ts'

function addressOf(q: string, page: number): URLSearchParams {
  return new URLSearchParams({ ...(q === '' ? {} : { q }), ...(page > 1 ? { page: String(page) } : {}) })
}

/** All labs, fifteen a page, found by name. What is looked for and the page stand in the address. */
export function ExplorePage() {
  useTitle('Explore laboratories')
  const [address, setAddress] = useSearchParams()
  const q = (address.get('q') ?? '').trim().slice(0, 100)
  const page = pageFrom(address.get('page'))
  const labs = useLabs(page, q)
  const startAgain = useStartAgain()
  const heading = useRef<HTMLHeadingElement>(null)

  /** One step back undoes a whole search, not its last letter. */
  function search(wanted: string): void {
    setAddress(addressOf(wanted, 1), { replace: q !== '' && wanted !== '' })
  }

  function turn(wanted: number): void {
    setAddress(addressOf(q, wanted))
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  const list = labs.data
  const last = list?.pagination.totalPages ?? 1
  if (list && !labs.isPlaceholderData && list.data.length === 0 && last >= 1 && page > last) {
    return <Navigate to={`?${addressOf(q, last)}`} replace />
  }

  return (
    <div className="page space-y-8 py-6 md:py-8">
      <div className="space-y-4">
        <div>
          <h1>Explore laboratories</h1>
          <p className="text-muted mt-1">Every lab shows the registration it works under.</p>
        </div>
        <LabSearch q={q} onSearch={search} />
      </div>
      <section aria-labelledby="labs-title" className="space-y-4">
        <div>
          <h2 id="labs-title" ref={heading} tabIndex={-1}>
            Available Laboratories
          </h2>
          <p aria-live="polite" className="text-small text-muted min-h-5 md:min-h-6">
            {list && !labs.isPlaceholderData
              ? countWords(list.pagination.totalRecords, page, list.pagination.limit, q)
              : null}
          </p>
        </div>
        {list ? (
          list.data.length > 0 ? (
            <LabCards labs={list.data} stale={labs.isPlaceholderData} />
          ) : (
            <NoLabs q={q} onClear={() => search('')} />
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
