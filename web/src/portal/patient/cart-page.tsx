import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { LinkDialog, type LinkedOrder } from '../../feature/payment/link-dialog.tsx'
import { type CartItem, type ChosenLab, cartLab, clearCart } from '../../lib/cart.ts'
import { orderOfCart } from '../../lib/checkout.ts'
import { bookingDraft, forgetDraft } from '../../lib/draft.ts'
import { useCart, useTitle } from '../../lib/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { BackLink } from '../../ui/navigation.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CartBooking, type MadeLink } from './cart-booking.tsx'

/** What the link's dialog says of the order, taken before the cart and its answers are forgotten. */
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

/** These tests were booked before, and their payment did not come to an end. */
function AlreadyBooked() {
  const [order] = useState(orderOfCart)
  if (!order) return null
  return (
    <div className="mb-8">
      <Banner title="You have started to pay for these tests">
        <p>Look at that order before you book them again.</p>
        <Link to={`/orders/${order}`} className="inline-flex min-h-12 items-center font-semibold">
          See the order
        </Link>
      </Banner>
    </div>
  )
}

/** The cart: one lab's tests, and everything that is asked before they are paid. */
export function CartPage() {
  useTitle('Your cart')
  const navigate = useNavigate()
  const items = useCart()
  const lab = cartLab()
  const [linked, setLinked] = useState<LinkedOrder | null>(null)
  const [cancelled, setCancelled] = useState<string | null>(null)

  useEffect(() => {
    if (!linked) return
    clearCart()
    forgetDraft()
  }, [linked])

  if (linked) {
    return (
      <div className="column py-6 md:py-8">
        <h1>Your booking is made</h1>
        <p className="text-muted mt-2">
          Order <Breakable text={linked.reference} /> waits for its payment.
        </p>
        <LinkDialog
          order={linked}
          onClose={() => navigate(`/orders/${linked.reference}`, { replace: true })}
        />
      </div>
    )
  }
  if (cancelled) return <Navigate to={`/labs/${cancelled}`} replace />
  if (items.length === 0) return <Navigate to="/explore/labs" replace />
  return (
    <>
      <div className="page pt-4 md:pt-6">
        {lab ? <BackLink to={`/labs/${lab.reference}`}>{lab.name}</BackLink> : null}
        <h1 className="mb-6">Your cart</h1>
        <AlreadyBooked />
      </div>
      {lab ? (
        <CartBooking
          items={items}
          lab={lab}
          onLink={(made) => setLinked(linkedOrder(made, lab, items))}
          onOrder={(reference) => navigate(`/orders/${reference}`)}
          onCancel={() => {
            setCancelled(lab.reference)
            clearCart()
            forgetDraft()
          }}
        />
      ) : (
        <EmptyState
          title="Choose the lab again"
          action={
            <LinkButton look="primary" wide to="/explore/labs">
              Find a lab
            </LinkButton>
          }
        >
          We no longer know which lab these tests are for. Nothing has been booked.
        </EmptyState>
      )}
    </>
  )
}
