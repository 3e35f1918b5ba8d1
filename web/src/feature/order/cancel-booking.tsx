import type { Order } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'

const loadDialog = () => import('./cancel-dialog.tsx')
const CancelDialog = lazy(async () => ({ default: (await loadDialog()).CancelDialog }))

type CancelProps = {
  order: Order
  /** The order is no longer what it was: read it again. */
  onChanged: () => void
}

/** The way out of a booking, as long as there is no sample: what it costs is said before it is done. */
export function CancelBooking({ order, onChanged }: CancelProps) {
  const [asked, setAsked] = useState(false)
  if (!order.may.cancel || !order.cancelTerms) return null
  return (
    <section aria-labelledby="cancel" className="border-hair border-t pt-6 print:hidden">
      <h2 id="cancel" className="heading-small">
        Plans changed?
      </h2>
      <p className="text-muted mt-1 mb-3">
        {order.cancelTerms.refund > 0
          ? 'You can cancel until the sample is taken, and have your money back.'
          : 'You can cancel this booking. Nothing has been paid for it.'}
      </p>
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
              // What became of the booking stands at the top, and the button that had the focus is gone.
              window.scrollTo({ top: 0 })
              document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
