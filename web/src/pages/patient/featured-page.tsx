import { type ReactNode, useRef } from 'react'
import clipboard from '../../components/art/clipboard.svg'
import { LinkButton } from '../../components/button.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/labs.ts'
import { LabCards, LabCardsWaiting } from '../../features/labs/lab-list.tsx'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { pageFrom } from '../../features/labs/policy.ts'
import { useLabs } from '../../features/labs/queries.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { ExploreSwitch } from './explore-switch.tsx'

const every = { q: '', page: 1, favourite: false, home: false, iso: false }

/** Labs that are featured by a rule that every user can check: the user's own favourites, then those with ISO 15189. */
export function FeaturedPage() {
  useTitle(copy.featured)
  const [address, setAddress] = useSearchParams()
  const page = pageFrom(address.get('page'))
  const favourites = useLabs({ ...every, favourite: true })
  const accredited = useLabs({ ...every, iso: true, page })
  const startAgain = useStartAgain()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = accredited.data
  const own = page === 1 ? (favourites.data?.data ?? []) : []

  function turn(wanted: number): void {
    setAddress(wanted > 1 ? { page: String(wanted) } : {})
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  function answer(): ReactNode {
    if (!list)
      return accredited.isError ? (
        <LabTrouble failure={accredited.error} onRetry={() => startAgain('labs')} />
      ) : (
        <LabCardsWaiting onRetry={() => startAgain('labs')} />
      )
    if (list.data.length === 0) {
      return (
        <EmptyState
          title={copy.noLabs}
          picture={clipboard}
          action={<LinkButton to="/explore/labs">{copy.exploreLabs}</LinkButton>}
        >
          {copy.noneWithIso}
        </EmptyState>
      )
    }
    return (
      <>
        <LabCards labs={list.data} stale={accredited.isPlaceholderData} />
        <Pagination
          page={page}
          pages={list.pagination.totalPages}
          onPage={turn}
          working={accredited.isPlaceholderData}
        />
      </>
    )
  }

  return (
    <div className="page space-y-8 py-4 md:py-8">
      <div className="space-y-4">
        <ExploreSwitch />
        <div>
          <h1>{copy.featured}</h1>
          <p className="text-muted max-w-words mt-1">{copy.featuredHint}</p>
        </div>
      </div>
      {own.length > 0 ? (
        <section aria-labelledby="favourites" className="space-y-4">
          <h2 id="favourites">{copy.yourFavourites}</h2>
          <LabCards labs={own} stale={false} />
        </section>
      ) : null}
      <section aria-labelledby="accredited" className="space-y-4">
        <h2 id="accredited" ref={heading} tabIndex={-1}>
          {copy.withIso}
        </h2>
        {answer()}
      </section>
    </div>
  )
}
