import type { TestPage } from '@labalaba/contract'
import { type ReactNode, useRef } from 'react'
import { InfoIcon } from '../../components/icons.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/catalogue.ts'
import type { OfferParts } from '../../features/catalogue/compare/offer-card.tsx'
import { NoOffers, OfferCards, OfferCardsWaiting } from '../../features/catalogue/compare/offer-cards.tsx'
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
import { AdireTile } from '../../features/labs/adire-tile.tsx'
import { LabStatus } from '../../features/labs/lab-status.tsx'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { pageFrom } from '../../features/labs/policy.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useStartAgain } from '../../lib/start-again.ts'

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
          parts={parts}
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

/** Labs that offer the test but have paused it, so that a user who looks for them sees why they are missing. */
function PausedAt({ paused }: { paused: TestPage['pausedAt'] }) {
  if (paused.length === 0) return null
  const named = paused.map(({ lab, until }) =>
    until ? fill(copy.againFrom, { name: lab, day: longDay(until) }) : lab,
  )
  return (
    <p className="text-small text-muted flex items-start gap-1.5">
      <InfoIcon size={16} className="mt-0.5 md:mt-1" />
      <span>{fill(copy.pausedAt, { labs: named.join(', ') })}</span>
    </p>
  )
}

/** How every list shows a lab: its pattern tile and its registration. */
const parts: OfferParts = {
  tile: (slug) => <AdireTile slug={slug} />,
  status: (verification) => <LabStatus verification={verification} dense />,
}
