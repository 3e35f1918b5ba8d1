import type { TestOffer } from '@labalaba/contract'
import { useState } from 'react'
import clipboard from '../../../components/art/clipboard.svg'
import magnifier from '../../../components/art/magnifier.svg'
import { Button } from '../../../components/button.tsx'
import { EmptyState, Skeleton, Waiting } from '../../../components/states.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { fill } from '../../../lib/fill.ts'
import { OfferCard, type OfferParts } from './offer-card.tsx'
import { bestOf, isNarrowed, placeWords, type Wanted } from './policy.ts'

type OfferCardsProps = {
  testName: string
  offers: readonly TestOffer[]
  wanted: Wanted
  /** A newer response is loading. */
  stale: boolean
  parts: OfferParts
}

/** The labs of one page, in the requested order. */
export function OfferCards({ testName, offers, wanted, stale, parts }: OfferCardsProps) {
  const [now] = useState(() => new Date())
  const best = bestOf(offers, wanted)
  return (
    <ul className={`space-y-4 ${stale ? 'opacity-60' : ''}`} aria-busy={stale}>
      {offers.map((offer) => (
        <OfferCard
          key={offer.lab.slug}
          testName={testName}
          offer={offer}
          best={best(offer)}
          now={now}
          parts={parts}
        />
      ))}
    </ul>
  )
}

/** Placeholders for a few labs, each of its final size. */
export function OfferCardsWaiting({ onRetry }: { onRetry: () => void }) {
  return (
    <Waiting onRetry={onRetry}>
      <div className="space-y-4">
        {['a', 'b', 'c', 'd'].map((place) => (
          <div
            key={place}
            className="rounded-card border-hair bg-card shadow-soft space-y-3 border p-4 md:p-5"
          >
            <div className="flex justify-between gap-4">
              <div className="flex min-w-0 flex-1 gap-3">
                <span className="drop block size-14 shrink-0 overflow-hidden">
                  <Skeleton className="size-14" />
                </span>
                <div className="min-w-0 flex-1 space-y-2">
                  <Skeleton className="h-6 w-3/4" />
                  <Skeleton className="h-5 w-1/2" />
                </div>
              </div>
              <Skeleton className="h-7 w-24" />
            </div>
            <Skeleton className="h-12 w-3/5" />
            <div className="border-hair flex justify-between border-t pt-3">
              <Skeleton className="h-12 w-32" />
              <Skeleton className="rounded-button h-13 w-40" />
            </div>
          </div>
        ))}
      </div>
    </Waiting>
  )
}

type NoOffersProps = { wanted: Wanted; onWiden: () => void }

/** No lab offers the test with these filters, or no lab offers it at all. */
export function NoOffers({ wanted, onWiden }: NoOffersProps) {
  if (!isNarrowed(wanted)) {
    return (
      <EmptyState title={copy.noLabNow} picture={clipboard}>
        {copy.noLabNowWords}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={copy.noLabFits}
      picture={magnifier}
      action={<Button onClick={onWiden}>{copy.showAllLabs}</Button>}
    >
      {fill(wanted.home || wanted.iso || wanted.within > 0 ? copy.noLabHereWithAll : copy.noLabHere, {
        place: placeWords(wanted),
      })}
    </EmptyState>
  )
}
