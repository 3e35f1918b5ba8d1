import type { VisitAct } from '@labalaba/contract'
import { writeDown } from '../../audit/index.ts'
import {
  cancellationOf,
  earnFee,
  forgetSetOff,
  type OrderRow,
  setOff as setOffForOrder,
} from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Secret } from '../../platform/secret.ts'
import { insertOutcomes, type Outcome, takenAt } from '../left-out/repository.ts'
import { type SpecimenRow, specimensOf } from '../specimen/repository.ts'
import { collectSpecimens } from '../specimen/specimens.ts'
import { doorCode } from './door-code.ts'
import { cameInTime, isSameSet, mayNotSetOff, windowAt } from './policy.ts'
import * as repository from './repository.ts'
import { isLocked, move } from './visits.ts'

/** What an act is done to, and by whom: both are locked. */
export type Doing = {
  readonly order: OrderRow
  readonly visit: repository.VisitRow
  readonly accountId: number
  readonly secret: Secret
  readonly at: Date
  /** What the phone's clock said, and when we heard of it. */
  readonly saidAt: Date | null
  readonly heardAt: Date
  /** Asks operators to decide about what we heard too late. */
  readonly ask: (what: AskedOfOperators) => Promise<void>
}

/** What a phone said too late to count by itself: that the fee was earned, or that samples were taken. */
export type AskedOfOperators = 'fee' | 'samples'

/**
 * Does one act of the phlebotomist whose visit it is. Answers why it is refused for good where that is to be kept, else
 * null; throws DomainError for everything that may be tried again.
 */
export async function perform(
  tx: Tx,
  doing: Doing,
  act: VisitAct,
): Promise<'wrong_door_code' | 'visit_changed' | null> {
  if (await wasDoneBeforeCancel(tx, doing, act)) return 'visit_changed'
  if (act.verb === 'arrive') return await arrive(tx, doing, act.code)
  if (act.verb === 'set_off') await setOff(tx, doing)
  else if (act.verb === 'collect') await collect(tx, doing, act)
  else if (act.verb === 'deliver') await deliver(tx, doing, act.count)
  else await miss(tx, doing, act.reason)
  return null
}

/**
 * The booking was cancelled before we heard that its samples had been taken, or that nobody was there. It stays cancelled,
 * and operators decide what becomes of the samples or the fee. Answers whether they were asked.
 */
async function wasDoneBeforeCancel(tx: Tx, doing: Doing, act: VisitAct): Promise<boolean> {
  const { order, saidAt, ask } = doing
  if (order.state !== 'cancelled' || !saidAt) return false
  const what = act.verb === 'collect' ? 'samples' : missedInTime(doing, act) ? 'fee' : null
  const cancelled = what && (await cancellationOf(tx, order.id))
  if (!cancelled || saidAt > cancelled.at) return false
  await ask(what)
  return true
}

function missedInTime({ visit, saidAt }: Doing, act: VisitAct): boolean {
  return act.verb === 'miss' && act.reason !== 'unable' && saidAt !== null && windowAt(visit, saidAt) === 'in'
}

function by({ accountId, at, saidAt, heardAt }: Doing) {
  return { actor: 'phlebotomist', accountId, at, saidAt, heardAt } as const
}

/** The way begins: while the window lasts a cancellation keeps the fee from now on, and the patient hears of it. */
async function setOff(tx: Tx, doing: Doing): Promise<void> {
  const { order, visit, at } = doing
  mustStand(order)
  mustBeAtItsTime(doing)
  const not = mayNotSetOff(visit, at)
  if (not) throw new DomainError(not)
  await move(tx, visit, 'set_off', by(doing))
  await setOffForOrder(tx, order.id, at)
  await publish(tx, 'visit.set_off', { visitId: visit.id, noticeKey: `${visit.id}:${visit.round}` })
}

/** The patient has told the door code. A wrong one is counted. */
async function arrive(tx: Tx, doing: Doing, code: string): Promise<'wrong_door_code' | null> {
  const { order, visit, secret, at } = doing
  mustStand(order)
  if (visit.arrived_at) return null
  if (isLocked(visit)) throw new DomainError('door_locked')
  if (code === doorCode(secret, visit)) {
    await move(tx, visit, 'arrive', by(doing), { arrived_at: at })
    return null
  }
  if (visit.state !== 'on_the_way') throw new DomainError('wrong_state')
  await repository.countTry(tx, visit.id)
  return 'wrong_door_code'
}

/**
 * Of every sample that is wanted it is said what became of it: each that was taken has its own label, and each other one
 * says why not. What was not taken is given another time, free of charge; the way is over then, and whoever booked chooses.
 */
async function collect(tx: Tx, doing: Doing, { accessions, notTaken }: Collect): Promise<void> {
  const { order, visit, accountId, at } = doing
  mustStand(order)
  if (!visit.arrived_at) throw new DomainError('wrong_state')
  await move(tx, visit, 'collect', by(doing), { collected_at: at })
  const outcomes = outcomesOf(await specimensOf(tx, order.id), { accessions, notTaken })
  await collectSpecimens(tx, order, { accessions, actor: 'phlebotomist', accountId, at })
  await insertOutcomes(tx, visit, outcomes, at)
  const handled = { role: 'phlebotomist', account_id: accountId, what: 'sample_handled', at } as const
  await writeDown(tx, [{ ...handled, order_id: order.id }])
  if (notTaken.length === 0) return
  await forgetSetOff(tx, order.id)
  await publish(tx, 'visit.left_out', { visitId: visit.id })
}

type Collect = Pick<Extract<VisitAct, { verb: 'collect' }>, 'accessions' | 'notTaken'>

/** What became of each sample that was wanted. Refuses `wrong_labels` where one is missing, foreign or named twice. */
function outcomesOf(specimens: readonly SpecimenRow[], { accessions, notTaken }: Collect): Outcome[] {
  const wanted = specimens.filter(({ state }) => state === 'expected')
  const named = [...accessions, ...notTaken.map(({ accession }) => accession)]
  if (
    !isSameSet(
      named,
      wanted.map(({ accession }) => accession),
    )
  )
    throw new DomainError('wrong_labels')
  if (notTaken.some(({ reason, note }) => reason === 'other' && note === null))
    throw new DomainError('invalid')
  return wanted.map(({ id, accession }) => {
    const { reason = null, note = null } = notTaken.find((one) => one.accession === accession) ?? {}
    return { specimenId: id, reason, note }
  })
}

/** What was taken at this visit is handed over. The lab confirms each of them by receiving it. */
async function deliver(tx: Tx, doing: Doing, count: number): Promise<void> {
  const { visit, at } = doing
  const taken = await takenAt(tx, visit.id)
  const known = { delivered_at: at, delivered_count: count }
  await move(tx, visit, 'deliver', { ...by(doing), reason: `${count} of ${taken.length}` }, known)
  if (count > taken.length) throw new DomainError('wrong_labels')
}

/** Who says so has gone there, and not before the time that was promised: until then nobody has to be at home. */
const needsWindow: readonly string[] = ['nobody_home', 'not_found', 'not_the_patient']

/**
 * Nobody gave a sample: the patient is asked for another day. It earns the fee where it was the patient's side and
 * somebody had gone there in the time that was promised, as long as we hear of it soon; what we hear later is asked of
 * operators. Else the way is forgotten and costs nothing. What an earlier visit has earned stays earned.
 */
async function miss(
  tx: Tx,
  doing: Doing,
  reason: NonNullable<repository.VisitRow['missed_reason']>,
): Promise<void> {
  const { order, visit, at } = doing
  mustStand(order)
  const wentThere = visit.state === 'on_the_way'
  if (!wentThere) mustBeAtItsTime(doing)
  if (needsWindow.includes(reason) && !wentThere) throw new DomainError('wrong_state')
  if (needsWindow.includes(reason) && windowAt(visit, at) === 'before') throw new DomainError('before_window')
  const known = { missed_reason: reason, arrived_at: null }
  await move(tx, visit, 'miss', { ...by(doing), reason }, known)
  const earns = wentThere && reason !== 'unable' ? await wasInTime(tx, doing) : 'no'
  if (earns === 'yes') await earnFee(tx, order.id, at)
  else await forgetSetOff(tx, order.id)
  if (earns === 'late') await doing.ask('fee')
  await publish(tx, 'visit.missed', { visitId: visit.id, noticeKey: `${visit.id}:${visit.round}` })
}

/** Whether whoever went was there in the time that was promised: at the door, or now; `late` where we heard it late. */
async function wasInTime(tx: Tx, { visit, at, saidAt, heardAt }: Doing): Promise<'yes' | 'late' | 'no'> {
  const arrival = visit.arrived_at && (await repository.lastArrival(tx, visit.id))
  const seen = [{ at, said_at: saidAt, heard_at: heardAt }, ...(arrival ? [arrival] : [])]
  const inWindow = seen.filter((one) => windowAt(visit, one.at) === 'in')
  if (inWindow.some((one) => cameInTime(one.said_at, one.heard_at ?? one.at))) return 'yes'
  return inWindow.length > 0 ? 'late' : 'no'
}

/** Whoever booked has named another time, and the news has not reached the visit yet: of the old one nothing begins. */
function mustBeAtItsTime({ order, visit }: Doing): void {
  if (visit.visit_on !== order.collection_on || visit.visit_time !== order.collection_time)
    throw new DomainError('visit_changed')
}

/** The order was cancelled or its sample taken elsewhere, and the news has not reached the visit yet. */
function mustStand(order: OrderRow): void {
  if (order.state !== 'scheduled') throw new DomainError('visit_changed')
}
