import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import basket from '../../components/art/basket.svg'
import { Banner } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { EmptyState, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/checkout.ts'
import type { LinkedOrder } from '../../features/payments/link-dialog.tsx'
import { LinkDialogLater } from '../../features/payments/link-dialog-later.tsx'
import { type CartItem, type ChosenLab, cartLab, clearCart } from '../../lib/cart.ts'
import { bookingDraft, forgetDraft } from '../../lib/draft.ts'
import { giveUpDraft, restoreCart } from '../../lib/draft-sync.ts'
import { fillNodes } from '../../lib/fill.ts'
import { useCart, useTitle } from '../../lib/hooks.ts'
import { orderOfCart } from '../../lib/payment-departure.ts'
import { CartBooking, type MadeLink } from './cart-booking.tsx'

/** The order as the payment link's dialog shows it, read before the cart and its draft are cleared. */
function linkedOrder(made: MadeLink, lab: ChosenLab, items: readonly CartItem[]): LinkedOrder {
  const { name, email, phone, showTests } = bookingDraft()
  return {
    reference: made.orderReference,
    patientName: name.trim(),
    email: email.trim(),
    phone,
    showTests,
    tests: items.map((item) => item.name),
    lab: lab.name,
    location: lab.address,
    total: made.total,
    link: { url: made.url, expiresAt: made.expiresAt },
  }
}

/** These tests were booked before, and their payment was not completed. */
function AlreadyBooked() {
  const [order] = useState(orderOfCart)
  if (!order) return null
  return (
    <div className="mb-8">
      <Banner title={copy.startedTitle}>
        <p>{copy.started}</p>
        <Link to={`/orders/${order}`} className="inline-flex min-h-12 items-center font-semibold">
          {copy.seeOrder}
        </Link>
      </Banner>
    </div>
  )
}

/** An empty cart was opened: restores the draft from the server, else offers the way to the labs. */
function OpenedEmpty() {
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => {
    restoreCart().then(
      (found) => setIsEmpty(!found),
      () => setIsEmpty(true),
    )
  }, [])
  if (isEmpty) return <Navigate to="/explore/labs" replace />
  return (
    <div className="page py-6">
      <Waiting words={copy.cartLoading}>
        <Skeleton className="h-9 w-48" />
        <Skeleton className="mt-6 h-64 w-full" />
      </Waiting>
    </div>
  )
}

/** The cart: one lab's tests, and all questions before they are paid. */
export function CartPage() {
  useTitle(copy.cartTitle)
  const navigate = useNavigate()
  const items = useCart()
  const lab = cartLab()
  const [linked, setLinked] = useState<LinkedOrder | null>(null)
  const [paid, setPaid] = useState<string | null>(null)
  const [cancelled, setCancelled] = useState<string | null>(null)
  const [openedEmpty] = useState(items.length === 0)

  useEffect(() => {
    if (!linked && !paid) return
    clearCart()
    forgetDraft()
  }, [linked, paid])

  if (linked) {
    return (
      <div className="column py-6 md:py-8">
        <h1>{copy.madeTitle}</h1>
        <p className="text-muted mt-2">
          {fillNodes(copy.madeUnpaid, { reference: <Breakable text={linked.reference} /> })}
        </p>
        <LinkDialogLater
          order={linked}
          onClose={() => navigate(`/orders/${linked.reference}`, { replace: true })}
        />
      </div>
    )
  }
  if (paid) return <Navigate to={`/orders/${paid}`} replace />
  if (cancelled) return <Navigate to={`/labs/${cancelled}`} replace />
  if (items.length === 0) return openedEmpty ? <OpenedEmpty /> : <Navigate to="/explore/labs" replace />
  return (
    <>
      <div className="page pt-4 md:pt-6">
        {lab ? <BackLink to={`/labs/${lab.reference}`}>{lab.name}</BackLink> : null}
        <h1 className="mb-6">{copy.cartTitle}</h1>
        <AlreadyBooked />
      </div>
      {lab ? (
        <CartBooking
          items={items}
          lab={lab}
          onLink={(made) => setLinked(linkedOrder(made, lab, items))}
          onOrder={(reference) => navigate(`/orders/${reference}`)}
          onPaid={setPaid}
          onCancel={() => {
            setCancelled(lab.reference)
            giveUpDraft().catch(() => undefined)
            clearCart()
            forgetDraft()
          }}
        />
      ) : (
        <EmptyState
          title={copy.labForgottenTitle}
          picture={basket}
          action={
            <LinkButton look="primary" wide to="/explore/labs">
              {copy.findLab}
            </LinkButton>
          }
        >
          {copy.labForgotten}
        </EmptyState>
      )}
    </>
  )
}
