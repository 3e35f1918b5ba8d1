import type { CancelTerms, Order } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { naira } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

const loadDialog = () => import('./cancel-dialog.tsx')
const CancelDialog = lazy(async () => ({ default: (await loadDialog()).CancelDialog }))

type CancelProps = {
  order: Order
  /** The order has changed: read it again. */
  onChanged: () => void
}

/** Cancels a booking while no specimen was taken. The cost is shown first. */
export function CancelBooking({ order, onChanged }: CancelProps) {
  const [asked, setAsked] = useState(false)
  if (!order.may.cancel || !order.cancelTerms) return null
  return (
    <section aria-labelledby="cancel" className="border-hair border-t pt-6 print:hidden">
      <h2 id="cancel" className="heading-small">
        Plans changed?
      </h2>
      <p className="text-muted mt-1 mb-3">{whatComesBack(order, order.cancelTerms)}</p>
      <Button onPointerEnter={loadDialog} onFocus={loadDialog} onClick={() => setAsked(true)}>
        Cancel booking
      </Button>
      {asked ? (
        <Suspense>
          <CancelDialog
            order={order}
            terms={order.cancelTerms}
            onClose={() => setAsked(false)}
            onCancelled={() => {
              setAsked(false)
              onChanged()
              // The outcome is at the top of the page, and the focused button is gone.
              window.scrollTo({ top: 0 })
              document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

/** The refund in short, before the dialog details it. The visit's fee is not refunded once the phlebotomist has set off. */
function whatComesBack(order: Order, { refund, keptFee }: CancelTerms): string {
  if (keptFee > 0)
    return `You can cancel until the sample is taken. The ${naira(keptFee)} for the home visit does not come back${refund > 0 ? `; the other ${naira(refund)} does` : ''}.`
  if (refund === 0) return 'You can cancel this booking. Nothing has been paid for it.'
  return order.collectionFee > 0
    ? 'You can cancel until the sample is taken. All of your money comes back as long as nobody has set off to you.'
    : 'You can cancel until the sample is taken, and have your money back.'
}
