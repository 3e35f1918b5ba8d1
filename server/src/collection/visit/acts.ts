import { lagosDate, type VisitAct } from '@labalaba/contract'
import { forgetSetOff, type OrderRow, setOff as setOffForOrder } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import { announce } from '../../news.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secret } from '../../platform/secret.ts'
import { specimensOf } from '../specimen/rows.ts'
import { collectSpecimens, isInForce } from '../specimen/specimens.ts'
import { doorCode } from './door-code.ts'
import * as rows from './rows.ts'
import { isSameSet } from './rules.ts'
import { isLocked, move } from './visits.ts'

/** What an act is done to, and by whom: both are locked. */
export type Doing = {
  readonly order: OrderRow
  readonly visit: rows.VisitRow
  readonly accountId: number
  readonly secret: Secret
  readonly at: Date
}

/**
 * Does one act of the phlebotomist whose visit it is. Answers why it is refused for good where that is to be kept, else
 * null; throws Refusal for everything that may be tried again.
 */
export async function perform(tx: Tx, doing: Doing, act: VisitAct): Promise<'wrong_door_code' | null> {
  if (act.verb === 'arrive') return await arrive(tx, doing, act.code)
  if (act.verb === 'set_off') await setOff(tx, doing)
  else if (act.verb === 'collect') await collect(tx, doing, act.accessions)
  else if (act.verb === 'deliver') await deliver(tx, doing, act.count)
  else await miss(tx, doing, act.reason)
  return null
}

function by({ accountId, at }: Doing) {
  return { actor: 'phlebotomist', accountId, at } as const
}

/** The way begins: from now on a cancellation keeps the fee, and the patient hears of it. */
async function setOff(tx: Tx, doing: Doing): Promise<void> {
  const { order, visit, at } = doing
  mustStand(order)
  if (visit.visit_on !== lagosDate(at)) throw new Refusal('not_today')
  await move(tx, visit, 'set_off', by(doing))
  await setOffForOrder(tx, order.id, at)
  await announce(tx, 'visit.set_off', { visitId: visit.id, noticeKey: `${visit.id}:${visit.round}` })
}

/** The patient has told the door code. A wrong one is counted. */
async function arrive(tx: Tx, doing: Doing, code: string): Promise<'wrong_door_code' | null> {
  const { order, visit, secret, at } = doing
  mustStand(order)
  if (visit.arrived_at) return null
  if (isLocked(visit)) throw new Refusal('door_locked')
  if (code === doorCode(secret, visit)) {
    await move(tx, visit, 'arrive', by(doing), { arrived_at: at })
    return null
  }
  if (visit.state !== 'on_the_way') throw new Refusal('wrong_state')
  await rows.countTry(tx, visit.id)
  return 'wrong_door_code'
}

/** Every sample that is wanted is taken, and each has its own label. */
async function collect(tx: Tx, doing: Doing, accessions: readonly string[]): Promise<void> {
  const { order, visit, accountId, at } = doing
  mustStand(order)
  if (!visit.arrived_at) throw new Refusal('wrong_state')
  const wanted = (await specimensOf(tx, order.id)).filter(({ state }) => state === 'expected')
  if (
    !isSameSet(
      accessions,
      wanted.map(({ accession }) => accession),
    )
  )
    throw new Refusal('wrong_labels')
  await move(tx, visit, 'collect', by(doing), { collected_at: at })
  await collectSpecimens(tx, order, { accessions, actor: 'phlebotomist', accountId, at })
}

/** The samples are handed over. The lab confirms each of them by receiving it. */
async function deliver(tx: Tx, doing: Doing, count: number): Promise<void> {
  const { order, visit, at } = doing
  const taken = (await specimensOf(tx, order.id)).filter(isInForce)
  if (count > taken.length) throw new Refusal('wrong_labels')
  const known = { delivered_at: at, delivered_count: count }
  await move(tx, visit, 'deliver', { ...by(doing), reason: `${count} of ${taken.length}` }, known)
}

/** Nobody gave a sample: the patient is asked for another day. What was our doing costs the patient nothing. */
async function miss(
  tx: Tx,
  doing: Doing,
  reason: NonNullable<rows.VisitRow['missed_reason']>,
): Promise<void> {
  const { order, visit } = doing
  mustStand(order)
  const known = { missed_reason: reason, arrived_at: null }
  await move(tx, visit, 'miss', { ...by(doing), reason }, known)
  if (reason === 'unable') await forgetSetOff(tx, order.id)
  await announce(tx, 'visit.missed', { visitId: visit.id, noticeKey: `${visit.id}:${visit.round}` })
}

/** The order was cancelled or its sample taken elsewhere, and the news has not reached the visit yet. */
function mustStand(order: OrderRow): void {
  if (order.state !== 'scheduled') throw new Refusal('visit_changed')
}
