import { hoursLines, lagosDate, type Order, type OrderItem, type OrderState } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime, shortDay } from '../../lib/format.ts'
import { forgetStore, offlineStore, ordersStore } from '../../lib/offline-store.ts'
import { seal, sealName, unseal } from '../../lib/sealed.ts'
import { currentProfile, onSessionChange, sealKey } from '../../lib/session.ts'
import { tabShelf } from '../../lib/store.ts'
import { NoOfflineCopy } from './no-offline-copy.tsx'
import { OrderStateTag } from './order-state.tsx'
import { visitMoment } from './policy.ts'

function factsOf({ reference, lab, place, where, hours, visit, bookedAt }: OfflineOrder) {
  const lines = (words: readonly string[]) =>
    words.map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ))
  return [
    { label: copy.orderId, value: <Breakable text={reference} /> },
    { label: shared.lab, value: lines([lab, place, ...where]) },
    ...(hours.length > 0 ? [{ label: copy.open, value: lines(hours) }] : []),
    visit === null
      ? { label: copy.booked, value: shortDay(bookedAt) }
      : { label: copy.keptVisit, value: visit },
  ]
}

/** The data that the patient shows or says at the desk. */
function Voucher({ order }: { order: OfflineOrder }) {
  return (
    <Card as="li">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <OrderStateTag state={order.state} />
        <span className="text-small text-muted">
          {fill(copy.keptAsOf, { moment: dayAndTime(order.readAt) })}
        </span>
      </div>
      <Facts lines={factsOf(order)} />
    </Card>
  )
}

type OfflineOrdersProps = {
  /** The order to show; all stored ones if omitted. */
  reference?: string
  failure: unknown
  onRetry: () => void
}

/** Shown instead of orders that cannot be read: the orders stored on the phone, with the time they were read. */
export function OfflineOrders({ reference, failure, onRetry }: OfflineOrdersProps) {
  const [orders, setOrders] = useState<readonly OfflineOrder[] | null>(null)
  useEffect(() => {
    storedOrders(new Date())
      .then((all) => setOrders(all.filter((one) => reference === undefined || one.reference === reference)))
      .catch(() => setOrders([]))
  }, [reference])
  if (orders === null) return null
  if (orders.length === 0)
    return <NoOfflineCopy failure={failure} onRetry={onRetry} {...(reference && { reference })} />
  return (
    <div className="space-y-4">
      <Banner tone="offline" title={copy.keptTitle} announce>
        <p>{copy.keptHint}</p>
        <div className="pt-2">
          <Button onClick={onRetry}>
            <RefreshIcon />
            {shared.tryAgain}
          </Button>
        </div>
      </Banner>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {orders.map((order) => (
          <Voucher key={order.reference} order={order} />
        ))}
      </ul>
    </div>
  )
}

/**
 * The part of an order that the phone stores, for use at the lab's desk without a network: number, place and time. Never
 * who is tested, for what, or the results.
 */
type OfflineOrder = {
  readonly reference: string
  readonly state: OrderState
  readonly lab: string
  readonly place: string
  /** Known once the order itself was read. */
  readonly where: readonly string[]
  readonly hours: readonly string[]
  /** The time of the home visit; null for a walk-in. */
  readonly visit: string | null
  readonly bookedAt: string
  /** When it was read from the server. */
  readonly readAt: string
}

const { inStore } = offlineStore(ordersStore)

/** How many orders are stored: those booked last. */
const most = 10

function fromList(order: OrderItem, now: Date, before: OfflineOrder | undefined): OfflineOrder {
  const { reference, state, lab, location, createdAt } = order
  return {
    reference,
    state,
    lab,
    place: location,
    bookedAt: createdAt,
    readAt: now.toISOString(),
    where: before?.where ?? [],
    hours: before?.hours ?? [],
    visit: visitMoment(order),
  }
}

/** A home visit takes place at the patient's address, which is not stored. */
function fromOrder(order: Order, now: Date): OfflineOrder {
  const { place, mode } = order
  const where = [`${place.address}, ${place.state}`, ...(place.landmark === '' ? [] : [place.landmark])]
  const hours = place.openingHours === '' ? [] : hoursLines(place.openingHours, now)
  const isWalkIn = mode === 'walkin'
  return {
    ...fromList(order, now, undefined),
    place: place.name,
    where: isWalkIn ? where : [],
    hours: isWalkIn ? hours : [],
  }
}

/** Stores the orders of a list. Encrypted; readable only during this tab's session and on the same day. */
export async function storeOrders(orders: readonly OrderItem[], now: Date): Promise<void> {
  const before = await storedOrders(now)
  const byReference = new Map(before.map((order) => [order.reference, order]))
  await put(
    orders.map((order) => fromList(order, now, byReference.get(order.reference))),
    now,
  )
}

/** Stores one order, in addition to the others. */
export async function storeOrder(order: Order, now: Date): Promise<void> {
  const others = (await storedOrders(now)).filter(({ reference }) => reference !== order.reference)
  await put([fromOrder(order, now), ...others], now)
}

/** The orders stored in this tab's session, booked last first; empty if they cannot be read. */
async function storedOrders(now: Date): Promise<readonly OfflineOrder[]> {
  const name = await sealName()
  if (name === null || !currentProfile()) return []
  const found = await unseal(await inStore('readonly', (store) => store.get(name)), now)
  return Array.isArray(found) ? (found as OfflineOrder[]) : []
}

async function put(orders: OfflineOrder[], now: Date): Promise<void> {
  const owner = currentProfile()?.email ?? ''
  const newest = orders.sort((a, b) => b.bookedAt.localeCompare(a.bookedAt)).slice(0, most)
  const sealed = await seal(owner, lagosDate(now), newest)
  const name = sealed && (await sealName())
  if (!name || currentProfile()?.email !== owner) return
  watch()
  await inStore('readwrite', (store) => store.put(sealed, name))
  await forgetOldDays(now)
}

let isWatching = false

/** Deletes the stored orders once the session has expired; their key is already gone. Logging out deletes them itself. */
function watch(): void {
  if (isWatching) return
  isWatching = true
  onSessionChange(() => {
    if (tabShelf().getItem(sealKey) === null) forgetStore(ordersStore)
  })
}

/** Deletes records of earlier days from closed tabs, whose keys no longer exist. */
async function forgetOldDays(now: Date): Promise<void> {
  const names = await inStore('readonly', (store) => store.getAllKeys())
  for (const name of Array.isArray(names) ? names.map(String) : []) {
    const found = (await inStore('readonly', (store) => store.get(name))) as { day?: unknown } | undefined
    if (found?.day !== lagosDate(now)) await inStore('readwrite', (store) => store.delete(name))
  }
}
