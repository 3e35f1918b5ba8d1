import type { Db } from '../../../db.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { liveConsent } from '../../consents/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import { sensitiveAmong, testsOut } from '../../results/index.ts'

/** Whether the doctor of an order may read the results of one of its tests now, by the patient's consent. */
export async function mayRead(db: Db, order: OrderRow, testId: number, at: Date): Promise<boolean> {
  const consent = await liveConsent(db, order, at)
  return consent !== null && (consent.sensitive || !(await sensitiveAmong(db, order, [testId])).has(testId))
}

/** Whether an order has results that were released and that its booker may read now: a doctor by the patient's consent. */
export async function hasReadable(db: Db, order: OrderRow, actor: Actor, at: Date): Promise<boolean> {
  if (!order.paid_at || (actor.type !== 'user' && actor.type !== 'doctor')) return false
  const out = await testsOut(db, order.id)
  if (actor.type === 'user' || out.length === 0) return out.length > 0
  const consent = await liveConsent(db, order, at)
  if (!consent || consent.sensitive) return consent !== null
  const sensitive = await sensitiveAmong(
    db,
    order,
    out.map(({ testId }) => testId),
  )
  return out.some(({ testId }) => !sensitive.has(testId))
}
