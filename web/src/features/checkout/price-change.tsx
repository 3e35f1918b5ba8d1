import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import type { CartItem } from '../../lib/cart.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { remove } from './cart-tests.tsx'
import { repriced } from './refusals.ts'

type PriceChangeProps = {
  /** The cart at its old prices. */
  items: readonly CartItem[]
  /** The current prices. */
  prices: readonly CartItem[]
  working: boolean
  onAccept: (items: CartItem[]) => void
}

/** Shows the prices that the lab changed since the tests went into the cart, old and new, and a button to accept. */
export function PriceChange({ items, prices, working, onAccept }: PriceChangeProps) {
  const after = repriced(items, prices)
  const changed = items.flatMap((item, place) => {
    const now = after[place]?.amount ?? item.amount
    return now === item.amount ? [] : [{ name: item.name, before: item.amount, now }]
  })
  return (
    <Card as="section" labelledBy="new-prices">
      <div role="alert">
        <h2 id="new-prices" className="heading-small">
          {changed.length === 1 ? copy.priceChanged : copy.pricesChanged}
        </h2>
        <p className="text-muted mt-1">{copy.priceNothingBooked}</p>
        <ul className="mt-3">
          {changed.map(({ name, before, now }) => (
            <li key={name} className="border-hair flex flex-wrap justify-between gap-x-4 border-b py-2">
              <span>{name}</span>
              <span className="sr-only">
                {fill(copy.priceWasNow, { before: naira(before), now: naira(now) })}
              </span>
              <span aria-hidden="true">
                <s className="figures text-muted">{naira(before)}</s>
                <b className="figures ml-3">{naira(now)}</b>
              </span>
              <div className="-mx-3 basis-full">
                <Button look="quiet" onClick={() => remove(name)}>
                  {fill(copy.priceTakeOut, { test: name })}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-4">
        <Button wide working={working} workingText={shared.oneMoment} onClick={() => onAccept(after)}>
          {copy.priceAccept}
        </Button>
      </div>
    </Card>
  )
}
