import type { TestOffer } from '@labalaba/contract'
import { type ReactNode, useRef } from 'react'
import { Button, LinkButton } from '../../../components/button.tsx'
import { Tag } from '../../../components/card.tsx'
import { ChevronDownIcon, HouseIcon, PinIcon } from '../../../components/first-icons.tsx'
import { BuildingIcon, CheckCircleIcon, ClockIcon, PlusIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import * as copy from '../../../copy/catalogue.ts'
import * as shared from '../../../copy/shared.ts'
import { fill, plural } from '../../../lib/fill.ts'
import { naira } from '../../../lib/format.ts'
import { readyWords } from '../policy.ts'
import { type Adding, useAdding } from './adding.tsx'
import { homeWords, locationWords } from './policy.ts'

/** Renders a lab's tile and its verification. They belong to another feature, so the caller passes them in. */
export type OfferParts = {
  tile: (slug: string) => ReactNode
  status: (verification: TestOffer['lab']['verification']) => ReactNode
}

type OfferCardProps = {
  testName: string
  offer: TestOffer
  /** What it is the best in, in words; empty for the others. */
  best: string
  now: Date
  parts: OfferParts
}

/** One lab that offers the test: its price, when the result is ready, where, and a button to add it to the cart. */
export function OfferCard({ testName, offer, best, now, parts }: OfferCardProps) {
  const adding = useAdding(testName, offer)
  const edge = adding.inCart ? 'border-indigo inset-ring inset-ring-indigo' : 'border-hair'
  return (
    <li className={`rounded-card bg-card shadow-soft border p-4 md:p-5 ${edge}`}>
      <article className="space-y-3">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <div className="flex min-w-0 flex-[1_1_8rem] gap-3">
            <span className="hidden sm:block">{parts.tile(offer.lab.slug)}</span>
            <div className="min-w-0">
              <h3 className="font-head text-[1.125rem] leading-6 font-bold">
                <Link
                  to={`/labs/${offer.lab.slug}`}
                  className="text-ink -my-3 inline-block min-h-12 min-w-12 py-3 no-underline hover:underline"
                >
                  {offer.lab.name}
                </Link>
              </h3>
              <p className="text-muted mt-0.5 flex items-start gap-1 text-[0.875rem] leading-5">
                <PinIcon size={16} className="mt-0.5" />
                {locationWords(offer.locations)}
              </p>
            </div>
          </div>
          <p className="ml-auto text-right">
            <span className="figures font-head block text-[1.25rem] leading-7 font-bold">
              {naira(offer.amount)}
            </span>
            {best ? (
              <span className="text-leaf block text-[0.875rem] leading-5 font-semibold whitespace-nowrap">
                {best}
              </span>
            ) : null}
          </p>
        </div>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <OfferHints offer={offer} now={now} />
          <div>{parts.status(offer.lab.verification)}</div>
        </div>
        <div className="border-hair flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-t pt-3">
          <Places offer={offer} />
          <WaysOn adding={adding} offer={offer} testName={testName} />
        </div>
      </article>
      {adding.questions}
    </li>
  )
}

/** When the result is ready, and whether home visits are possible. */
function OfferHints({ offer, now }: Pick<OfferCardProps, 'offer' | 'now'>) {
  return (
    <ul className="min-w-0 space-y-1 text-[0.875rem] leading-5">
      <li className="flex items-start gap-1.5 font-semibold">
        <ClockIcon size={16} className="mt-0.5" />
        {readyWords(offer.turnaroundHours, now)}
      </li>
      <li className="text-muted flex items-start gap-1.5">
        {offer.homeCollection ? (
          <HouseIcon size={16} className="mt-0.5" />
        ) : (
          <BuildingIcon size={16} className="mt-0.5" />
        )}
        {homeWords(offer)}
      </li>
    </ul>
  )
}

/** Every location that does the test, with its address. Folded, since most are far away. */
function Places({ offer: { lab, locations } }: { offer: TestOffer }) {
  return (
    <details className="group min-w-0 flex-[1_1_6rem] open:flex-[1_1_100%]">
      <summary
        aria-label={
          locations.length === 1
            ? fill(copy.addressOf, { lab: lab.name })
            : plural(copy.locationsOf, locations.length, { lab: lab.name })
        }
        className="text-indigo rounded-field -mx-2 inline-flex min-h-12 list-none items-center gap-1 px-2 text-[0.875rem] leading-5 font-semibold underline underline-offset-3 [&::-webkit-details-marker]:hidden"
      >
        {locations.length === 1 ? copy.address : plural(copy.locations, locations.length)}
        <ChevronDownIcon className="group-open:rotate-180" />
      </summary>
      <ul className="divide-hair divide-y text-[0.875rem] leading-5">
        {locations.map((location) => (
          <li key={location.address} className="py-2">
            <span className="block font-semibold">{location.name}</span>
            <span className="text-muted block">
              {location.address}, {location.state}
              {location.landmark ? `. ${location.landmark}` : ''}
            </span>
          </li>
        ))}
        {lab.sampleData ? <li className="text-muted py-2">{shared.sampleData}</li> : null}
      </ul>
    </details>
  )
}

type WaysOnProps = { adding: Adding; offer: TestOffer; testName: string }

/** Adds the test to the cart; once added, leads to the cart or to more tests of the same lab. */
function WaysOn({ adding, offer, testName }: WaysOnProps) {
  const ways = useRef<HTMLDivElement>(null)

  /** The pressed button is gone, so the focus moves to the last control in its place. */
  function stayHere(): void {
    requestAnimationFrame(() => {
      const left = ways.current?.querySelectorAll<HTMLElement>('a, button')
      left?.item(left.length - 1).focus({ preventScroll: true })
    })
  }

  return (
    <div
      ref={ways}
      className={adding.inCart ? 'flex flex-[1_1_100%] flex-wrap justify-end gap-3' : 'ml-auto'}
    >
      {adding.inCart ? (
        <>
          <div className="flex flex-[1_1_100%] flex-wrap items-center justify-between gap-3">
            <Tag tone="ok" icon={<CheckCircleIcon size={16} />}>
              {copy.inCart}
            </Tag>
            <div className="-mr-3">
              <Button
                look="quiet"
                aria-label={fill(copy.removeFromCart, { name: testName })}
                onClick={() => {
                  adding.remove()
                  stayHere()
                }}
              >
                {shared.remove}
              </Button>
            </div>
          </div>
          <LinkButton to={`/labs/${offer.lab.slug}`} wide>
            {copy.moreAtLab}
          </LinkButton>
          <LinkButton to="/cart" look="primary" wide>
            {copy.goToCart}
          </LinkButton>
        </>
      ) : (
        <Button
          aria-label={fill(copy.addToCartAt, { name: testName, lab: offer.lab.name })}
          onClick={() => adding.add(stayHere)}
        >
          <PlusIcon className="max-sm:hidden" />
          {copy.addToCart}
        </Button>
      )}
    </div>
  )
}
