import type { TestOffer } from '@labalaba/contract'
import type { Ref } from 'react'
import { RadioCard } from '../../../components/choices.tsx'
import { Skeleton } from '../../../components/states.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { naira } from '../../../lib/format.ts'
import { readyWords } from '../policy.ts'
import { homeWords, locationWords } from './policy.ts'

type OfferChoiceProps = {
  offers: readonly TestOffer[]
  chosen: TestOffer | undefined
  onChosen: (offer: TestOffer) => void
  now: Date
  /** Another list is loading. This one is disabled: a lab chosen here may be missing in the new one. */
  stale: boolean
  groupRef: Ref<HTMLFieldSetElement>
}

/** One of a few labs, with its price. */
export function OfferChoice({ offers, chosen, onChosen, now, stale, groupRef }: OfferChoiceProps) {
  return (
    <fieldset
      ref={groupRef}
      disabled={stale}
      aria-busy={stale}
      className={`space-y-3 ${stale ? 'opacity-60' : ''}`}
    >
      <legend className="sr-only">{copy.chooseLab}</legend>
      {offers.map((offer) => (
        <RadioCard
          key={offer.lab.slug}
          name="offer"
          value={offer.lab.slug}
          checked={offer.lab.slug === chosen?.lab.slug}
          onChosen={() => onChosen(offer)}
          title={offer.lab.name}
          picture={<span className="figures font-head text-[1.125rem] font-bold">{naira(offer.amount)}</span>}
        >
          <span className="block">{locationWords(offer.locations)}</span>
          <span className="block">{readyWords(offer.turnaroundHours, now)}</span>
          <span className="block">{homeWords(offer)}</span>
        </RadioCard>
      ))}
    </fieldset>
  )
}

/** Placeholders for a few labs. */
export function OfferChoiceSkeleton() {
  return (
    <div className="space-y-3">
      {['a', 'b', 'c', 'd', 'e'].map((place) => (
        <Skeleton key={place} className="rounded-button h-28 w-full" />
      ))}
    </div>
  )
}
