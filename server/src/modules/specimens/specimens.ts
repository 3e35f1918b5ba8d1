import { lagosDate, type RejectionReason } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { isSameSet } from '../../infra/same-set.ts'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { type SoldTest, testsSold } from '../catalogue/index.ts'
import {
  carryOn,
  collectOrder,
  freeFee,
  linesOf,
  momentsOf,
  type OrderRow,
  receiveOrder,
  recollectOrder,
  type SampleHandler,
} from '../orders/index.ts'
import * as repository from './repository.ts'
import { isAtDoor, lockIsOnTheWay } from './repository.ts'
import { specimenTransitions } from './specimen-state-machine.ts'

/*
 * All functions here need the lock of the order, taken before anything else; no other transaction then moves its specimens.
 */

/**
 * Creates the specimens that an order needs, each with its accession number: one for each container of its tests. Calling
 * it again has no effect. Returns an empty list if the order needs none. Throws `wrong_state`.
 */
export async function expectSpecimens(
  tx: Tx,
  order: OrderRow,
  at: Date,
  by: { actor: 'lab' | 'system'; accountId: number | null } = { actor: 'system', accountId: null },
): Promise<repository.SpecimenRow[]> {
  const before = await repository.specimensOf(tx, order.id)
  if (before.length > 0) return before
  if (order.state !== 'scheduled') throw new DomainError('wrong_state')
  const containers = Map.groupBy(await takenOf(tx, order), ({ specimen, container }) =>
    JSON.stringify([specimen, container]),
  )
  const accessions = await newAccessions(tx, order, containers.size, at)
  const needed = [...containers.values()].flatMap((tests, index): repository.NewSpecimen[] => {
    const [first] = tests
    const accession = accessions[index]
    if (!first || !accession) return []
    return [{ accession, specimen: first.specimen, container: first.container, tests }]
  })
  if (needed.length === 0) return []
  await repository.insertSpecimens(tx, order.id, needed, { ...by, at })
  return await repository.specimensOf(tx, order.id)
}

/** The tests of an order that need a specimen. */
async function takenOf(db: Db, order: Pick<OrderRow, 'id'>): Promise<SoldTest[]> {
  return (await testsSold(db, await linesOf(db, order.id))).filter(takesSpecimen)
}

/** False for an ultrasound, an ECG or a skin test, for example. */
export function takesSpecimen({ container }: Pick<SoldTest, 'container'>): boolean {
  return container !== 'None'
}

async function newAccessions(tx: Tx, order: OrderRow, many: number, at: Date): Promise<string[]> {
  if (many === 0) return []
  const year = lagosDate(at).slice(2, 4)
  const last = await repository.takeNumbers(tx, order.lab_id, Number(year), many)
  const lab = order.lab_id.toString(36).toUpperCase()
  return Array.from(
    { length: many },
    (_, index) => `${year}${lab}-${String(last - many + 1 + index).padStart(5, '0')}`,
  )
}

/**
 * Collects the named specimens of an order, or all expected ones; with the last one, the order is collected. If the order
 * needs no specimen, the patient has been attended to: the order is collected, and at the lab also received. Specimens that
 * were collected before stay as they are. Returns the new order; throws `not_found` and `wrong_state`.
 */
export async function collectSpecimens(
  tx: Tx,
  order: OrderRow,
  { accessions, ...by }: SampleHandler & { readonly accessions: readonly string[] | 'all' },
): Promise<OrderRow> {
  const inForce = (await repository.specimensOf(tx, order.id)).filter(isInForce)
  if (inForce.length === 0) return await attend(tx, order, by)
  const chosen = accessions === 'all' ? inForce : accessions.map((accession) => named(inForce, accession))
  const expected = chosen.filter(({ state }) => state === 'expected')
  if (expected.length === 0) return order
  if (order.state !== 'scheduled') throw new DomainError('wrong_state')
  await move(tx, expected, 'collect', by, { collected_at: by.at, collected_by: by.accountId })
  const othersExpected = inForce.some((one) => one.state === 'expected' && !expected.includes(one))
  return othersExpected ? order : await collectOrder(tx, order, by)
}

/** An order that needs no specimen goes through the same states as others once the patient is seen. */
async function attend(tx: Tx, order: OrderRow, by: SampleHandler): Promise<OrderRow> {
  if (order.state === 'sample_collected' || order.state === 'lab_processing') return order
  // Its specimens do not exist yet: the patient was never checked in.
  if ((await takenOf(tx, order)).length > 0) throw new DomainError('wrong_state')
  const collected = await collectOrder(tx, order, by)
  return by.actor === 'lab' ? await receiveOrder(tx, collected, by) : collected
}

/**
 * Receives a specimen at the bench; with the last one of the order, the lab works on the order. Calling it again has no
 * effect. Returns the new order; throws `not_found` and `wrong_state`.
 */
export async function receiveSpecimen(
  tx: Tx,
  order: OrderRow,
  { accession, ...by }: SampleHandler & { readonly accession: string },
): Promise<OrderRow> {
  const inForce = (await repository.specimensOf(tx, order.id)).filter(isInForce)
  const one = named(inForce, accession)
  if (one.state === 'received') return order
  if (order.state !== 'scheduled' && order.state !== 'sample_collected') throw new DomainError('wrong_state')
  await move(tx, [one], 'receive', by, { received_at: by.at, received_by: by.accountId })
  const othersNotReceived = inForce.some((other) => other !== one && other.state !== 'received')
  if (othersNotReceived || order.state === 'scheduled') return order
  // The key contains the time, as the patient is notified again of a specimen that was taken again.
  const noticeKey = `${order.id}:${by.at.getTime()}`
  await publish(tx, 'order.samples_received', { orderId: order.id, noticeKey })
  return await receiveOrder(tx, order, by)
}

/**
 * Rejects a specimen: another of its kind is expected in its place, free of charge, and the patient is notified. Calling it
 * again has no effect. Returns the new order; throws `not_found` and `wrong_state`.
 */
export async function rejectSpecimen(
  tx: Tx,
  order: OrderRow,
  { accession, reason, note, ...by }: SampleHandler & Rejection & { readonly accession: string },
): Promise<OrderRow> {
  const one = named(await repository.specimensOf(tx, order.id), accession)
  if (one.state === 'rejected') return order
  const changes = { rejected_at: by.at, rejected_by: by.accountId, rejected_reason: reason }
  await move(tx, [one], 'reject', { ...by, reason }, { ...changes, rejected_note: note })
  const [another = ''] = await newAccessions(tx, order, 1, by.at)
  const { specimen, container, tests, id: replaces } = one
  const replacement = { accession: another, specimen, container, tests, replaces }
  await repository.insertSpecimens(tx, order.id, [replacement], by)
  await publish(tx, 'specimen.rejected', { specimenId: one.id })
  // If the order has ended or its results are out, this throws and the transaction is rolled back.
  if (order.state !== 'scheduled') return await recollectOrder(tx, order, { ...by, reason })
  // The order already waits for a specimen: an earned fee is cleared, and the set-off unless a phlebotomist is on the way.
  if (order.mode === 'walkin') return order
  return await freeFee(tx, order, { isOnTheWay: await lockIsOnTheWay(tx, order.id) })
}

/** Why a specimen was rejected: a reason from the list, and a note of the lab. */
export type Rejection = { readonly reason: RejectionReason; readonly note: string | null }

/** A rejected specimen is replaced by another, and a given-up one is not needed: neither counts any more. */
export function isInForce({ state }: Pick<repository.SpecimenRow, 'state'>): boolean {
  return state !== 'rejected' && state !== 'given_up'
}

/** Whether a visit could not take this specimen, and it is still expected. */
export function isMissed({ state, untaken }: Pick<repository.SpecimenRow, 'state' | 'untaken'>): boolean {
  return state === 'expected' && untaken !== null
}

/** Whether it was taken and was not rejected. */
function isTaken({ state }: Pick<repository.SpecimenRow, 'state'>): boolean {
  return state === 'collected' || state === 'received'
}

/** Whether this specimen is outstanding: it replaces a rejected one, or a visit could not take it. */
export function isOutstanding({
  state,
  replaces,
  untaken,
}: Pick<repository.SpecimenRow, 'state' | 'replaces' | 'untaken'>) {
  return state === 'expected' && (replaces !== null || untaken !== null)
}

/** Who cancels specimens: the account that booked, or an operator for it, with a reason. */
export type CancellingActor = {
  readonly actor: ActorOf<typeof specimenTransitions> & ('patient' | 'doctor' | 'operator')
  readonly accountId: number
  readonly reason?: string
  readonly at: Date
}

/**
 * Cancels the outstanding specimens; the order moves on to the state of its other specimens. Specimens that were cancelled
 * before stay so. `accessions` must be exactly the outstanding ones. Returns the new order and the cancelled specimens;
 * throws `wrong_state` if nothing else of the order was begun, as the booking is then cancelled instead.
 */
export async function cancelOutstanding(
  tx: Tx,
  order: OrderRow,
  { accessions, ...by }: CancellingActor & { readonly accessions: readonly string[] | 'all' },
): Promise<{ readonly order: OrderRow; readonly cancelled: readonly repository.SpecimenRow[] }> {
  const specimens = await repository.specimensOf(tx, order.id)
  const cancelled = specimens.filter(isOutstanding)
  const isCancelled = ({ accession, state }: repository.SpecimenRow) =>
    state === 'given_up' && (accessions === 'all' || accessions.includes(accession))
  if (cancelled.length === 0 && specimens.some(isCancelled)) return { order, cancelled }
  const outstanding = cancelled.map(({ accession }) => accession)
  const isSeen = accessions === 'all' || isSameSet(accessions, outstanding)
  if (!isSeen || !(await canCancelOutstanding(tx, order, specimens))) throw new DomainError('wrong_state')
  await move(tx, cancelled, 'give_up', by, { given_up_at: by.at, given_up_by: by.accountId })
  const left = specimens.filter((one) => isInForce(one) && !cancelled.includes(one))
  if (left.some(({ state }) => state === 'expected')) return { order, cancelled }
  const collected = await carryOn(tx, order, 'collect', by.at)
  if (left.some(({ state }) => state !== 'received')) return { order: collected, cancelled }
  return { order: await carryOn(tx, collected, 'receive', by.at), cancelled }
}

/** Whether a specimen of the order is outstanding, and other work of it has begun that can go on without it. */
export async function canCancelOutstanding(
  db: Db,
  order: Pick<OrderRow, 'id' | 'state'>,
  specimens: readonly repository.SpecimenRow[],
): Promise<boolean> {
  if (order.state !== 'scheduled' || !specimens.some(isOutstanding)) return false
  return specimens.some(isTaken) || (await testsReady(db, order.id)).length > 0
}

function named(specimens: readonly repository.SpecimenRow[], accession: string): repository.SpecimenRow {
  const found = specimens.find((one) => one.accession === accession)
  if (!found) throw new DomainError('not_found')
  return found
}

async function move(
  tx: Tx,
  specimens: readonly repository.SpecimenRow[],
  verb: keyof typeof specimenTransitions,
  by: Omit<SampleHandler, 'actor'> & {
    readonly actor: ActorOf<typeof specimenTransitions>
    readonly reason?: string
  },
  changes: repository.SpecimenChanges,
): Promise<void> {
  for (const [state, alike] of Map.groupBy(specimens, (one) => one.state)) {
    const next = transition(specimenTransitions, verb, state, by.actor)
    if (!next.ok) throw new DomainError('wrong_state')
    const ids = alike.map(({ id }) => id)
    await repository.moveSpecimens(tx, ids, { ...by, verb, from: state, to: next.to }, changes)
  }
}

/**
 * Whether work on a scheduled order has begun: a phlebotomist is in the patient's home, a visit took some specimens and not
 * others, or the lab can work on some while others are outstanding. The account that booked then cannot cancel what is
 * done.
 */
export async function workHasBegun(db: Db, order: Pick<OrderRow, 'id' | 'state'>): Promise<boolean> {
  if (order.state !== 'scheduled') return false
  if (await isAtDoor(db, order.id)) return true
  return await someIsDone(db, order, await repository.specimensOf(db, order.id), await wasSeen(db, order.id))
}

/**
 * Whether a part of a scheduled order is done already: some specimens were taken and others left out, the lab has received
 * some, or the patient was `seen` and a test needs no specimen.
 */
export async function someIsDone(
  db: Db,
  order: Pick<OrderRow, 'id'>,
  specimens: readonly repository.SpecimenRow[],
  seen: boolean,
): Promise<boolean> {
  const isTakenInPart = specimens.some(isMissed) && specimens.some(isTaken)
  if (isTakenInPart || specimens.some(isReceived)) return true
  return seen && (await soldUntaken(db, order.id)).length > 0
}

const isReceived = ({ state }: Pick<repository.SpecimenRow, 'state'>) => state === 'received'

/** Whether an order was collected before, so that the patient was seen. */
async function wasSeen(db: Db, orderId: number): Promise<boolean> {
  return (await momentsOf(db, orderId)).some(({ verb }) => verb === 'collect')
}

/** The tests of an order that need no specimen. */
async function soldUntaken(db: Db, orderId: number): Promise<SoldTest[]> {
  return (await testsSold(db, await linesOf(db, orderId))).filter((one) => !takesSpecimen(one))
}

/** A line of an order, and the test (of a package, one of its tests). */
export type ReadyTest = { readonly position: number; readonly testId: number }

/**
 * The tests of an order that the lab can work on: those whose specimen was received and, if the patient was seen, those
 * that need no specimen.
 */
export async function testsReady(db: Db, orderId: number): Promise<ReadyTest[]> {
  const [specimens, seen] = await Promise.all([repository.specimensOf(db, orderId), wasSeen(db, orderId)])
  const received = specimens.filter(isReceived).flatMap(({ tests }) => tests)
  const untaken = seen ? await soldUntaken(db, orderId) : []
  return [...received, ...untaken]
    .map(({ position, testId }) => ({ position, testId }))
    .toSorted((one, other) => one.position - other.position || one.testId - other.testId)
}
