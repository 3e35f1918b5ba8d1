import type { TestOffer, TestPage } from '@labalaba/contract'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../components/button.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { Link } from '../../components/link.tsx'
import { StickyBar } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { Skeleton, Waiting } from '../../components/states.tsx'
import * as catalogueCopy from '../../copy/catalogue.ts'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { useAdding } from '../../features/catalogue/compare/adding.tsx'
import { NoOffers } from '../../features/catalogue/compare/offer-cards.tsx'
import { PlaceFilters } from '../../features/catalogue/compare/offer-filters.tsx'
import {
  anyLab,
  changed,
  homeWords,
  locationWords,
  type Wanted,
  wantedAddress,
  wantedFrom,
} from '../../features/catalogue/compare/policy.ts'
import { useOffers } from '../../features/catalogue/find/queries.ts'
import { readyWords } from '../../features/catalogue/policy.ts'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { fill, plural } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { toast } from '../../lib/toast.ts'

/** How many labs are offered here; the rest are compared on the page of the test. */
const few = 5

type BookOfferProps = {
  test: TestPage
  /** The label of the price at the bottom. */
  priceLabel: string
}

/** The cheapest labs come first here, whatever the address contains. */
function wantedIn(address: URLSearchParams): Wanted {
  return { ...wantedFrom(address, 1), sort: 'price' }
}

/** Chooses one of a few labs for a test and puts the test into the cart: the end of a page about one test or package. */
export function BookOffer({ test, priceLabel }: BookOfferProps) {
  const go = useNavigate()
  const [address, setAddress] = useSearchParams()
  const [now] = useState(() => new Date())
  const [slug, setSlug] = useState<string>()
  const group = useRef<HTMLFieldSetElement>(null)
  const wanted = wantedIn(address)
  const offers = useOffers(test.code, { ...wanted, limit: few })
  const startAgain = useStartAgain()
  const list = offers.data
  const chosen = list?.data.find(({ lab }) => lab.slug === slug)
  const adding = useAdding(test.name, chosen)

  function want(change: Partial<Wanted>): void {
    setAddress((newest) => wantedAddress(newest, changed(wantedIn(newest), change)), { replace: true })
  }

  function withChosen(action: () => void): void {
    if (chosen) action()
    else {
      toast.warn(copy.offerSelectLab)
      group.current?.querySelector('input')?.focus({ preventScroll: true })
      group.current?.scrollIntoView({ block: 'center' })
    }
  }

  function answer(): ReactNode {
    if (!list)
      return offers.isError ? (
        <LabTrouble failure={offers.error} onRetry={() => startAgain('offers')} />
      ) : (
        <Waiting onRetry={() => startAgain('offers')}>
          <OfferChoiceSkeleton />
        </Waiting>
      )
    if (list.data.length === 0) return <NoOffers wanted={wanted} onWiden={() => want(anyLab)} />
    return (
      <OfferChoice
        offers={list.data}
        chosen={chosen}
        onChosen={({ lab }) => setSlug(lab.slug)}
        now={now}
        stale={offers.isPlaceholderData}
        groupRef={group}
      />
    )
  }

  return (
    <>
      <section aria-labelledby="labs-title" className="page space-y-4 pb-8">
        <h2 id="labs-title">{copy.offerTitle}</h2>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
          <div className="space-y-3 lg:col-start-2">
            <PlaceFilters code={test.code} states={test.states} wanted={wanted} onChange={want} />
            <p className="text-small text-muted">
              {list && list.pagination.totalRecords > few ? `${fill(copy.offerLowest, { count: few })} ` : ''}
              <Link to={`/explore/tests/${test.code}?${wantedAddress(new URLSearchParams(), wanted)}`}>
                {list ? plural(copy.offerCompare, list.pagination.totalRecords) : copy.offerCompareAll}
              </Link>
            </p>
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-start-1">{answer()}</div>
        </div>
      </section>
      <StickyBar
        always
        left={<Price label={priceLabel} test={test} chosen={chosen} />}
        action={
          <div className="flex grow flex-wrap justify-end gap-2 *:grow sm:*:grow-0">
            <Button onClick={() => withChosen(() => (adding.inCart ? adding.remove() : adding.add()))}>
              {adding.inCart ? copy.offerRemove : copy.offerAdd}
            </Button>
            <Button
              look="primary"
              onClick={() => {
                if (adding.inCart) go('/cart')
                else withChosen(() => adding.add(() => go('/cart')))
              }}
            >
              {shared.next}
            </Button>
          </div>
        }
      />
      {adding.questions}
    </>
  )
}

type PriceProps = { label: string; test: TestPage; chosen: TestOffer | undefined }

/** The price at the chosen lab; before a lab is chosen, the lowest price. */
function Price({ label, test, chosen }: PriceProps) {
  const from = test.priceFrom === null ? '' : fill(copy.offerFrom, { price: naira(test.priceFrom) })
  return (
    <p aria-live="polite">
      <span className="text-muted block text-[0.875rem] leading-5">{label}</span>
      <span className="figures font-head block text-[1.25rem] leading-7 font-bold">
        {chosen ? naira(chosen.amount) : from}
      </span>
    </p>
  )
}

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
function OfferChoice({ offers, chosen, onChosen, now, stale, groupRef }: OfferChoiceProps) {
  return (
    <fieldset
      ref={groupRef}
      disabled={stale}
      aria-busy={stale}
      className={`space-y-3 ${stale ? 'opacity-60' : ''}`}
    >
      <legend className="sr-only">{catalogueCopy.chooseLab}</legend>
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
function OfferChoiceSkeleton() {
  return (
    <div className="space-y-3">
      {['a', 'b', 'c', 'd', 'e'].map((place) => (
        <Skeleton key={place} className="rounded-button h-28 w-full" />
      ))}
    </div>
  )
}
