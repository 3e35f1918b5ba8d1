import {
  forgetBookingDraft,
  type Kobo,
  listOrders,
  nairaOf,
  type Progress,
  readBookingDraft,
  readOrder,
  saveBookingDraft,
} from '@labalaba/contract'
import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { allAtOnce } from '../platform/database/at-once.ts'
import { DomainError } from '../platform/domain-error.ts'
import { paginate, type Server, serve, type Viewer } from '../platform/http.ts'
import { forgetDraft, readDraft, saveDraft } from './draft/drafts.ts'
import { type OrderMoney, presentCancellation, presentOrder, presentOrderItem } from './present.ts'
import { presentPromise, promiseOf, slowestOf } from './promise.ts'
import { earningDoctor } from './rate/earning.ts'
import * as rows from './rows.ts'
import { standingOf } from './slot/places.ts'
import { reachedStages } from './track/reached.ts'

/** What is known of the work on an order. */
export type OrderWork = {
  readonly progress: Omit<Progress, 'reached'>
  /** Whether it has begun, so that whoever booked cannot take it back. */
  readonly hasBegun: boolean
  /** Whether the home visit at the order's time is over, and something is still wanted. */
  readonly wantsNewTime: boolean
}

export type BookingNeeds = {
  readonly db: Db
  readonly clock: Clock
  /** Payments stand above bookings, so whoever composes the program hands in how to read them. */
  readonly moneyOf: (db: Db, order: rows.OrderRow, work: Promise<OrderWork>) => Promise<OrderMoney>
  /** Whether any of its results are out for whoever booked it; results stand above bookings too. */
  readonly hasResults: (db: Db, order: rows.OrderRow, viewer: Viewer) => Promise<boolean>
  /** How far its samples and its home visit are, which stand above bookings too; told whether its patient was ever seen. */
  readonly workOf: (db: Db, order: rows.OrderRow, seen: boolean) => Promise<OrderWork>
  /** What of the account's own could pay its next order. */
  readonly creditOf: (accountId: number) => Promise<Kobo>
}

/** The orders of the signed-in account. What is somebody else's is not found. */
export function bookingRoutes(
  server: Server,
  { db, clock, moneyOf, hasResults, workOf, creditOf }: BookingNeeds,
): void {
  serve(server, listOrders, async ({ viewer, query }) => {
    const { rows: orders, total } = await rows.ordersOf(db, viewer.accountId, query)
    return { data: orders.map(presentOrderItem), pagination: paginate(total, query) }
  })

  serve(server, readOrder, async ({ viewer, params }) => {
    const whole = await rows.ownWholeOrder(db, viewer.accountId, params.reference)
    if (!whole) throw new DomainError('not_found')
    const { order, lines, moves, site } = whole
    const now = clock.now()
    const seen = moves.some(({ to }) => to === 'sample_collected')
    const [work, money, doctorName, place, readResults] = await allAtOnce(db, (db) => {
      const asked = workOf(db, order, seen)
      return [
        asked,
        moneyOf(db, order, asked),
        earningDoctor(db, order),
        standingOf(db, order, now),
        hasResults(db, order, viewer),
      ]
    })
    const { wantsNewTime } = work
    const cancelled = presentCancellation(order, moves)
    const terms = { hours: slowestOf(lines), openingHours: site.openingHours }
    const promised = presentPromise(promiseOf(order, moves, terms, now))
    const progress = { ...work.progress, reached: reachedStages(order.state, moves) }
    const standing = { doctorName, cancelled, place, promised, progress, readResults, wantsNewTime }
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
