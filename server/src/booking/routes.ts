import {
  forgetBookingDraft,
  type Kobo,
  listOrders,
  nairaOf,
  readBookingDraft,
  readOrder,
  saveBookingDraft,
} from '@labalaba/contract'
import type { Db } from '../db.ts'
import { locationById } from '../lab/index.ts'
import type { Clock } from '../platform/clock.ts'
import { paginate, type Server, serve, type Viewer } from '../platform/http.ts'
import { Refusal } from '../platform/refusal.ts'
import { forgetDraft, readDraft, saveDraft } from './draft/drafts.ts'
import { type OrderMoney, presentCancellation, presentOrder, presentOrderItem } from './present.ts'
import { presentPromise, promiseOf } from './promise.ts'
import { earningDoctor } from './rate/earning.ts'
import * as rows from './rows.ts'
import { standingOf } from './slot/places.ts'
import { type ProgressOf, reachedStages } from './track/reached.ts'
import { movesOf, slowestOf } from './track/rows.ts'

export type BookingNeeds = {
  readonly db: Db
  readonly clock: Clock
  /** Payments stand above bookings, so whoever composes the program hands in how to read them. */
  readonly moneyOf: (order: rows.OrderRow) => Promise<OrderMoney>
  /** Whether any of its results are out for whoever booked it; results stand above bookings too. */
  readonly hasResults: (order: rows.OrderRow, viewer: Viewer) => Promise<boolean>
  /** Whether the home visit at an order's time is over, and something is still wanted; visits stand above bookings too. */
  readonly wantsNewTime: (order: rows.OrderRow) => Promise<boolean>
  /** How far its samples are, as they stand above bookings. */
  readonly progressOf: ProgressOf
  /** What of the account's own could pay its next order. */
  readonly creditOf: (accountId: number) => Promise<Kobo>
}

/** The orders of the signed-in account. What is somebody else's is not found. */
export function bookingRoutes(
  server: Server,
  { db, clock, moneyOf, hasResults, wantsNewTime, progressOf, creditOf }: BookingNeeds,
): void {
  serve(server, listOrders, async ({ viewer, query }) => {
    const { rows: orders, total } = await rows.ordersOf(db, viewer.accountId, query)
    return { data: orders.map(presentOrderItem), pagination: paginate(total, query) }
  })

  serve(server, readOrder, async ({ viewer, params }) => {
    const order = await rows.ownOrder(db, viewer.accountId, params.reference)
    if (!order) throw new Refusal('not_found')
    const now = clock.now()
    const [lines, site, money, doctorName, cancellation, place, moves, slowest, readResults, again, samples] =
      await Promise.all([
        rows.linesOf(db, order.id),
        locationById(db, order.location_id),
        moneyOf(order),
        earningDoctor(db, order),
        order.state === 'cancelled' ? rows.cancellationOf(db, order.id) : undefined,
        standingOf(db, order, now),
        movesOf(db, order.id),
        slowestOf(db, order.id),
        hasResults(order, viewer),
        wantsNewTime(order),
        progressOf(order),
      ])
    if (!site) throw new Error(`the location of order ${order.id} is gone`)
    const cancelled = presentCancellation(cancellation)
    const promised = presentPromise(promiseOf(order, moves, slowest, now))
    const progress = { ...samples, reached: reachedStages(order.state, moves) }
    const standing = { doctorName, cancelled, place, promised, progress, readResults, wantsNewTime: again }
    const beside = { ...money, ...standing }
    return { data: presentOrder(order, lines, site, beside, now) }
  })
  draftRoutes(server, { db, clock, creditOf })
}

/** The half-filled booking of the signed-in account, and of nobody else. */
function draftRoutes(server: Server, needs: Pick<BookingNeeds, 'db' | 'clock' | 'creditOf'>): void {
  serve(server, readBookingDraft, async ({ viewer }) => {
    const [draft, credit] = await Promise.all([
      readDraft(needs, viewer.accountId),
      needs.creditOf(viewer.accountId),
    ])
    return { data: { draft, credit: nairaOf(credit) } }
  })
  serve(server, saveBookingDraft, async ({ viewer, body }) => ({
    data: await saveDraft(needs, viewer.accountId, body),
  }))
  serve(server, forgetBookingDraft, async ({ viewer }) => {
    await forgetDraft(needs.db, viewer.accountId)
    return { data: {} }
  })
}
