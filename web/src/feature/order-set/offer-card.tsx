import type { SetOffer } from '@labalaba/contract'
import { naira } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Tag } from '../../ui/card.tsx'
import { CheckIcon } from '../../ui/icons.tsx'

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
                ? `${tests.length} of ${of} tests`
                : of === 2
                  ? 'Both tests'
                  : `All ${of} tests`}
            </Tag>
            {sampleData ? <Tag>Sample data</Tag> : null}
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
            <p className="text-small text-warn mt-2">Not done here: {notDone.join(', ')}.</p>
          ) : null}
        </div>
        <div className="flex flex-col gap-3 md:items-end md:justify-between">
          <p className="figures font-head text-figure font-bold">{naira(total)}</p>
          <Button look={first ? 'primary' : 'secondary'} wide onClick={onChosen}>
            Put {tests.length === 1 ? 'it' : 'them'} in the cart
            <span className="sr-only">
              , at {lab}, {location}
            </span>
          </Button>
        </div>
      </div>
    </Card>
  )
}
