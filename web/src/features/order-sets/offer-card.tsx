import type { SetOffer } from '@labalaba/contract'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { CheckIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/order-sets.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'

type OfferProps = {
  offer: SetOffer
  /** The number of tests in the set. */
  of: number
  /** The first offer has the primary button. */
  first: boolean
  onChosen: () => void
}

/** A location: which tests of a set it does, which it does not, and the total price there. */
export function SetOfferCard({ offer, of, first, onChosen }: OfferProps) {
  const { lab, location, area, state, tests, notDone, total, sampleData } = offer
  return (
    <Card as="li" labelledBy={`at-${offer.slug}-${location}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h2 id={`at-${offer.slug}-${location}`} className="heading-small wrap-anywhere">
            {lab}
          </h2>
          <p className="text-muted">
            {location} · {area}, {state}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <Tag tone={notDone.length === 0 ? 'ok' : 'plain'} icon={<CheckIcon size={16} />}>
              {notDone.length > 0
                ? fill(copy.someTests, { done: tests.length, all: of })
                : of === 2
                  ? copy.bothTests
                  : plural(copy.allTests, of)}
            </Tag>
            {sampleData ? <Tag>{shared.sampleData}</Tag> : null}
          </p>
          <ul className="text-small mt-2">
            {tests.map(({ name, amount }) => (
              <li key={name} className="flex max-w-110 justify-between gap-4">
                <span className="min-w-0">{name}</span>
                <span className="figures">{naira(amount)}</span>
              </li>
            ))}
          </ul>
          {notDone.length > 0 ? (
            <p className="text-small text-warn mt-2">{fill(copy.notDone, { tests: notDone.join(', ') })}</p>
          ) : null}
        </div>
        <div className="flex flex-col gap-3 md:items-end md:justify-between">
          <p className="figures font-head text-figure font-bold">{naira(total)}</p>
          <Button look={first ? 'primary' : 'secondary'} wide onClick={onChosen}>
            {plural(copy.putInCart, tests.length)}{' '}
            <span className="sr-only">{fill(copy.putInCartAt, { lab, location })}</span>
          </Button>
        </div>
      </div>
    </Card>
  )
}
