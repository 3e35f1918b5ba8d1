import type { VisitAct } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { isSameSet } from '../../infra/same-set.ts'
import { writeDown } from '../audit/index.ts'
import {
  cancellationOf,
  earnFee,
  forgetSetOff,
  type OrderRow,
  setOff as setOffForOrder,
} from '../orders/index.ts'
import { collectSpecimens, type SpecimenRow, specimensOf } from '../specimens/index.ts'
import { doorCode } from './door-code.ts'
import { insertOutcomes, type Outcome, takenAt } from './missed-specimens/repository.ts'
import { cameInTime, mayNotSetOff, windowAt } from './policy.ts'
import * as repository from './repository.ts'
import { isLocked, move } from './visits.ts'

/** The order and the visit of an act, both locked, and its phlebotomist. */
export type VisitActContext = {
  readonly order: OrderRow
  readonly visit: repository.VisitRow
  readonly accountId: number
  readonly secret: Secret
  readonly at: Date
  /** The time by the phone's clock, and when the server received it. */
  readonly reportedAt: Date | null
  readonly receivedAt: Date
  /** Opens a case for operators about a report that came too late. */
  readonly leaveToOperators: (claim: UndecidedClaim) => Promise<void>
}

/** What a phone reported too late to count by itself: the fee was earned, or samples were taken. */
export type UndecidedClaim = 'fee' | 'samples'

/**
 * Performs one act of the phlebotomist of the visit. Returns the refusal that is stored with the act, or null; throws
 * DomainError for refusals after which the act may be tried again.
 */
export async function perform(
  tx: Tx,
  context: VisitActContext,
  act: VisitAct,
): Promise<'wrong_door_code' | 'visit_changed' | null> {
  if (await wasDoneBeforeCancel(tx, context, act)) return 'visit_changed'
  if (act.verb === 'arrive') return await arrive(tx, context, act.code)
  if (act.verb === 'set_off') await setOff(tx, context)
  else if (act.verb === 'collect') await collect(tx, context, act)
  else if (act.verb === 'deliver') await deliver(tx, context, act.count)
  else await miss(tx, context, act.reason)
  return null
}

/**
 * The booking was cancelled before the server received the report that samples were taken or that the patient was not
 * there. It stays cancelled, and operators decide about the samples or the fee. Returns whether a case was opened.
 */
async function wasDoneBeforeCancel(tx: Tx, context: VisitActContext, act: VisitAct): Promise<boolean> {
  const { order, reportedAt, leaveToOperators } = context
  if (order.state !== 'cancelled' || !reportedAt) return false
  const claim = act.verb === 'collect' ? 'samples' : missedInTime(context, act) ? 'fee' : null
  const cancelled = claim && (await cancellationOf(tx, order.id))
  if (!cancelled || reportedAt > cancelled.at) return false
  await leaveToOperators(claim)
  return true
}

function missedInTime({ visit, reportedAt }: VisitActContext, act: VisitAct): boolean {
  return (
    act.verb === 'miss' &&
    act.reason !== 'unable' &&
    reportedAt !== null &&
    windowAt(visit, reportedAt) === 'in'
  )
}

function by({ accountId, at, reportedAt, receivedAt }: VisitActContext) {
  return { actor: 'phlebotomist', accountId, at, reportedAt, receivedAt } as const
}

/** The phlebotomist sets off: from now until the window ends a cancellation keeps the fee. The patient is notified. */
async function setOff(tx: Tx, context: VisitActContext): Promise<void> {
  const { order, visit, at } = context
  mustStand(order)
  mustBeAtItsTime(context)
  const not = mayNotSetOff(visit, at)
  if (not) throw new DomainError(not)
  await move(tx, visit, 'set_off', by(context))
  await setOffForOrder(tx, order.id, at)
  await publish(tx, 'visit.set_off', { visitId: visit.id, noticeKey: `${visit.id}:${visit.round}` })
}

/** The patient has told the door code. Wrong codes are counted. */
async function arrive(tx: Tx, context: VisitActContext, code: string): Promise<'wrong_door_code' | null> {
  const { order, visit, secret, at } = context
  mustStand(order)
  if (visit.arrived_at) return null
  if (isLocked(visit)) throw new DomainError('door_locked')
  if (code === doorCode(secret, visit)) {
    await move(tx, visit, 'arrive', by(context), { arrived_at: at })
    return null
  }
  if (visit.state !== 'on_the_way') throw new DomainError('wrong_state')
  await repository.countTry(tx, visit.id)
  return 'wrong_door_code'
}

/**
 * Records the outcome for each expected specimen: its label if it was taken, or a reason. What was not taken gets another
 * time, free of charge, which the account that booked chooses; the set-off is cleared.
 */
async function collect(tx: Tx, context: VisitActContext, { accessions, notTaken }: Collect): Promise<void> {
  const { order, visit, accountId, at } = context
  mustStand(order)
  if (!visit.arrived_at) throw new DomainError('wrong_state')
  await move(tx, visit, 'collect', by(context), { collected_at: at })
  const outcomes = outcomesOf(await specimensOf(tx, order.id), { accessions, notTaken })
  await collectSpecimens(tx, order, { accessions, actor: 'phlebotomist', accountId, at })
  await insertOutcomes(tx, visit, outcomes, at)
  const handled = { role: 'phlebotomist', account_id: accountId, what: 'sample_handled', at } as const
  await writeDown(tx, [{ ...handled, order_id: order.id }])
  if (notTaken.length === 0) return
  await forgetSetOff(tx, order.id)
  await publish(tx, 'visit.specimens_missed', { visitId: visit.id })
}

type Collect = Pick<Extract<VisitAct, { verb: 'collect' }>, 'accessions' | 'notTaken'>

/** The outcome for each expected specimen. Throws `wrong_labels` if one is missing, unknown or named twice. */
function outcomesOf(specimens: readonly SpecimenRow[], { accessions, notTaken }: Collect): Outcome[] {
  const wanted = specimens.filter(({ state }) => state === 'expected')
  const named = [...accessions, ...notTaken.map(({ accession }) => accession)]
  const labels = wanted.map(({ accession }) => accession)
  if (!isSameSet(named, labels)) throw new DomainError('wrong_labels')
  if (notTaken.some(({ reason, note }) => reason === 'other' && note === null))
    throw new DomainError('invalid')
  return wanted.map(({ id, accession }) => {
    const { reason = null, note = null } = notTaken.find((one) => one.accession === accession) ?? {}
    return { specimenId: id, reason, note }
  })
}

/** Hands over the specimens of this visit. The lab confirms each by receiving it. */
async function deliver(tx: Tx, context: VisitActContext, count: number): Promise<void> {
  const { visit, at } = context
  const taken = await takenAt(tx, visit.id)
  const delivered = { delivered_at: at, delivered_count: count }
  await move(tx, visit, 'deliver', { ...by(context), reason: `${count} of ${taken.length}` }, delivered)
  if (count > taken.length) throw new DomainError('wrong_labels')
}

/** Reasons that need a phlebotomist on the way and a window that has begun: the patient need not be at home before. */
const needsWindow: readonly string[] = ['nobody_home', 'not_found', 'not_the_patient']

/**
 * No specimen was taken: the patient must choose another day. The fee is earned if the patient's side caused it and the
 * phlebotomist was there within the window, if the report comes soon; after a late report operators decide. Otherwise the
 * set-off is cleared and costs nothing. A fee that an earlier visit earned stays earned.
 */
async function miss(
  tx: Tx,
  context: VisitActContext,
  reason: NonNullable<repository.VisitRow['missed_reason']>,
): Promise<void> {
  const { order, visit, at } = context
  mustStand(order)
  const wentThere = visit.state === 'on_the_way'
  if (!wentThere) mustBeAtItsTime(context)
  if (needsWindow.includes(reason) && !wentThere) throw new DomainError('wrong_state')
  if (needsWindow.includes(reason) && windowAt(visit, at) === 'before') throw new DomainError('before_window')
  await move(tx, visit, 'miss', { ...by(context), reason }, { missed_reason: reason, arrived_at: null })
  const earns = wentThere && reason !== 'unable' ? await wasInTime(tx, context) : 'no'
  if (earns === 'yes') await earnFee(tx, order.id, at)
  else await forgetSetOff(tx, order.id)
  if (earns === 'late') await context.leaveToOperators('fee')
  await publish(tx, 'visit.missed', { visitId: visit.id, noticeKey: `${visit.id}:${visit.round}` })
}

/** Whether the phlebotomist was there within the window, at the door or now; `late` if the server received this late. */
async function wasInTime(
  tx: Tx,
  { visit, at, reportedAt, receivedAt }: VisitActContext,
): Promise<'yes' | 'late' | 'no'> {
  const arrival = visit.arrived_at && (await repository.lastArrival(tx, visit.id))
  const seen = [{ at, said_at: reportedAt, heard_at: receivedAt }, ...(arrival ? [arrival] : [])]
  const inWindow = seen.filter((one) => windowAt(visit, one.at) === 'in')
  if (inWindow.some((one) => cameInTime(one.said_at, one.heard_at ?? one.at))) return 'yes'
  return inWindow.length > 0 ? 'late' : 'no'
}

/** The order has a new time that has not reached the visit yet: no visit begins at the old time. */
function mustBeAtItsTime({ order, visit }: VisitActContext): void {
  if (visit.visit_on !== order.collection_on || visit.visit_time !== order.collection_time)
    throw new DomainError('visit_changed')
}

/** The order was cancelled or its samples were taken elsewhere, and this has not reached the visit yet. */
function mustStand(order: OrderRow): void {
  if (order.state !== 'scheduled') throw new DomainError('visit_changed')
}
