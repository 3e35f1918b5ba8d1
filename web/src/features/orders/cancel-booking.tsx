import type { CancelTerms, Order } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/order-payments.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'

const loadDialog = () => import('./cancel-dialog.tsx')
const CancelDialog = lazy(async () => ({ default: (await loadDialog()).CancelDialog }))

type CancelProps = {
  order: Order
  /** The order has changed: read it again. */
  onChanged: () => void
}

/** Cancels a booking while no specimen was taken. The cost is shown first. */
export function CancelBooking({ order, onChanged }: CancelProps) {
  const [confirming, setConfirming] = useState(false)
  if (!order.may.cancel || !order.cancelTerms) return null
  return (
    <section aria-labelledby="cancel" className="border-hair border-t pt-6 print:hidden">
      <h2 id="cancel" className="heading-small">
        {copy.cancelTitle}
      </h2>
      <p className="text-muted mt-1 mb-3">{whatComesBack(order, order.cancelTerms)}</p>
      <Button onPointerEnter={loadDialog} onFocus={loadDialog} onClick={() => setConfirming(true)}>
        {copy.cancelBooking}
      </Button>
      {confirming ? (
        <Suspense>
          <CancelDialog
            order={order}
            terms={order.cancelTerms}
            onClose={() => setConfirming(false)}
            onCancelled={() => {
              setConfirming(false)
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
  if (keptFee > 0) {
    const feeKept = fill(copy.cancelFeeKept, { fee: naira(keptFee) })
    return refund > 0 ? `${feeKept} ${fill(copy.cancelRest, { refund: naira(refund) })}` : feeKept
  }
  if (refund === 0) return copy.cancelUnpaid
  return order.collectionFee > 0 ? copy.cancelVisit : copy.cancelWalkIn
}
