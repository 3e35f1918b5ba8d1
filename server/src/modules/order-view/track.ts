import { timingSafeEqual } from 'node:crypto'
import { type BodyOf, normalisePhone, type TrackedOrder, type trackOrder } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { addressAbout, countTry, type Limit, pauseBeforeTry, tryAbout } from '../../infra/http/tries.ts'
import { sampleProgress } from '../home-visits/index.ts'
import {
  endedAt,
  linkOpens,
  type MadeMove,
  type Move,
  maskedName,
  movesOf,
  type OrderRow,
  orderByReference,
  perAddress,
  perOrder,
  presentPromise,
  promiseOf,
  reachedAt,
  reachedStages,
  readReference,
  signatureOf,
  type Terms,
  termsOf,
  withoutNames,
} from '../orders/index.ts'

export type TrackDependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }
type TrackQuery = BodyOf<typeof trackOrder>

/**
 * Shows the progress of an order to a person who knows its reference and its patient's phone or email, or who has the link
 * of a mail. Anything else is refused with `order_not_tracked`, after the same work, and counted. Too many wrong tries for
 * one reference (existing or not) or from one network address must wait. A link has no limit by reference: it cannot be
 * guessed, and wrong guesses must not lock it.
 */
export async function track(
  dependencies: TrackDependencies,
  query: TrackQuery,
  address: string,
): Promise<TrackedOrder> {
  const { db, clock, secret } = dependencies
  const now = clock.now()
  const reference = readReference(query.reference) ?? ''
  const limits = limitsOf(secret, query, reference || query.reference, address)
  const order = await orderByReference(db, reference)
  const id = order?.id ?? 0
  const [moves, terms] = await Promise.all([movesOf(db, id), termsOf(db, id)])
  const right = knows(secret, query, order)
  const found = order && right && mayOpen(query, order, moves, now) ? { order, moves, terms } : null
  const pause = await db.transaction().execute(async (tx) => {
    const wait = await pauseBeforeTry(tx, limits, now)
    if (wait === 0 && !found) await countTry(tx, limits, now)
    return wait
  })
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (pause > 0) throw new DomainError('too_many', { retryAfter: pause })
  if (!found) throw new DomainError('order_not_tracked')
  return present(found, await sampleProgress(db, found.order, now), now)
}

type Found = { readonly order: OrderRow; readonly moves: readonly MadeMove[]; readonly terms: Terms }
function limitsOf(secret: Secret, query: TrackQuery, reference: string, address: string): Limit[] {
  const byAddress = { about: addressAbout(secret, 'track', address), ...perAddress }
  if ('signature' in query) return [byAddress]
  return [byAddress, { about: tryAbout(secret, 'track, by order', reference), ...perOrder }]
}

/** Checks the contact or signature. Unknown orders are compared too, and right and wrong values take the same time. */
function knows(secret: Secret, query: TrackQuery, order: OrderRow | undefined): boolean {
  if ('signature' in query) return same(secret, query.signature, signatureOf(secret, order?.reference ?? ''))
  const email = query.contact.includes('@')
  const typed = email ? query.contact.toLowerCase() : normalisePhone(query.contact)
  const known = email ? order?.patient_email?.toLowerCase() : order?.patient_phone
  return same(secret, typed, known ?? '')
}

function same(secret: Secret, one: string, other: string): boolean {
  const hash = (text: string) => secret.derive('track comparison', text)
  return timingSafeEqual(hash(one), hash(other))
}

/** A link expires some time after its order has ended; the patient's phone or email works without a time limit. */
function mayOpen(query: TrackQuery, order: OrderRow, moves: readonly Move[], now: Date): boolean {
  return 'contact' in query || linkOpens(endedAt(order.state, moves), now)
}

function present(
  { order, moves, terms }: Found,
  progress: Awaited<ReturnType<typeof sampleProgress>>,
  now: Date,
): TrackedOrder {
  const at = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    reference: order.reference,
    state: order.state,
    patientName: maskedName(order.patient_name),
    lab: order.lab_name,
    location: order.location_name,
    mode: order.mode,
    collectionDate: order.collection_on,
    collectionTime: order.collection_time,
    createdAt: order.created_at.toISOString(),
    paidAt: at(order.paid_at),
    expiresAt: order.expires_at.toISOString(),
    collectedAt: at(reachedAt(order.state, 'sample_collected', moves)),
    receivedAt: at(reachedAt(order.state, 'lab_processing', moves)),
    readyAt: at(reachedAt(order.state, 'results_ready', moves)),
    endedAt: order.state === 'results_ready' ? null : at(endedAt(order.state, moves)),
    resultHours: terms.hours,
    promised: presentPromise(promiseOf(order, moves, terms, now)),
    progress: withoutNames({ ...progress, reached: reachedStages(order.state, moves) }),
    sampleData: order.demo,
  }
}
