import type { TestPage } from '@labalaba/contract'
import { type ReactNode, useRef } from 'react'
import { Pagination } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/catalogue.ts'
import { NoOffers, OfferCards, OfferCardsWaiting } from '../../features/catalogue/compare/offer-cards.tsx'
import { PausedAt } from '../../features/catalogue/compare/paused-at.tsx'
import {
  anyLab,
  changed,
  labCountWords,
  placeWords,
  type Wanted,
  wantedAddress,
  wantedFrom,
} from '../../features/catalogue/compare/policy.ts'
import { useOffers } from '../../features/catalogue/find/queries.ts'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { pageFrom } from '../../features/labs/policy.ts'
import { fill } from '../../lib/fill.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { labLook } from './lab-look.tsx'

const onPage = 10

/** The filter in the address, and a function that changes it. */
export function useWanted(): { wanted: Wanted; want: (change: Partial<Wanted>) => void } {
  const [address, setAddress] = useSearchParams()
  return {
    wanted: wantedIn(address),
    want: (change) => setAddress((newest) => wantedAddress(newest, changed(wantedIn(newest), change))),
  }
}

function wantedIn(address: URLSearchParams): Wanted {
  return wantedFrom(address, pageFrom(address.get('page')))
}

/** The labs that offer a test and match the address, a page at a time. `filters` are shown under the title. */
export function OfferList({ test, filters }: { test: TestPage; filters?: ReactNode }) {
  const { wanted, want } = useWanted()
  const offers = useOffers(test.code, { ...wanted, limit: onPage })
  const startAgain = useStartAgain()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = offers.data

  function turn(page: number): void {
    want({ page })
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  function answer(): ReactNode {
    if (!list)
      return offers.isError ? (
        <LabTrouble failure={offers.error} onRetry={() => startAgain('offers')} />
      ) : (
        <OfferCardsWaiting onRetry={() => startAgain('offers')} />
      )
    if (list.data.length === 0) return <NoOffers wanted={wanted} onWiden={() => want(anyLab)} />
    return (
      <>
        <OfferCards
          testName={test.name}
          offers={list.data}
          wanted={wanted}
          stale={offers.isPlaceholderData}
          look={labLook}
        />
        <Pagination
          page={wanted.page}
          pages={list.pagination.totalPages}
          onPage={turn}
          working={offers.isPlaceholderData}
        />
      </>
    )
  }

  return (
    <section aria-labelledby="offers-title" className="min-w-0 space-y-4">
      <div>
        <h2 id="offers-title" ref={heading} tabIndex={-1}>
          <span aria-live="polite">
            {list && !offers.isPlaceholderData
              ? labCountWords(list.pagination.totalRecords, wanted)
              : fill(copy.labsIn, { place: placeWords(wanted) })}
          </span>
        </h2>
        {filters}
      </div>
      {answer()}
      <PausedAt paused={test.pausedAt} />
    </section>
  )
}
