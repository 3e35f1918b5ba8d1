import { timingSafeEqual } from 'node:crypto'
import { normalisePhone } from '@labalaba/contract'
import { writeDown } from '../../audit/index.ts'
import type { OrderRow } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secret } from '../../platform/secret.ts'
import * as rows from './proof-rows.ts'
import { afterWrongAnswer, isClosed } from './rules.ts'

/** What somebody is asked who reads an order by its patient's email: its date of birth, or its phone where it has none. */
export function askedOf(order: Pick<OrderRow, 'patient_born_on'>): 'dob' | 'phone' {
  return order.patient_born_on === null ? 'phone' : 'dob'
}

type Tried = 'right' | 'wrong' | 'closed' | { readonly seconds: number }
/** `accountId` is null for whoever has the link of a mail, and is asked each time. */
type Answered = { readonly accountId: number | null; readonly answer: string; readonly at: Date }

/**
 * Holds an answer against what stands on an order, and remembers for good the account, if there is one, whose was right. Answers about one
 * order are tried one after another, so that a hundred at once count as they come, and each is written down. Refuses
 * `not_the_patient`; `too_many` while the order waits, also for the right one; `proof_closed`.
 */
export async function showPatient(db: Db, secret: Secret, order: OrderRow, given: Answered): Promise<void> {
  const tried = await db.transaction().execute((tx) => tryAnswer(tx, secret, order, given))
  // Only here, as a throw inside would take the count back.
  if (tried === 'right') return
  if (tried === 'wrong') throw new Refusal('not_the_patient')
  if (tried === 'closed') throw new Refusal('proof_closed')
  throw new Refusal('too_many', {
    retryAfter: tried.seconds,
    message: 'There were five wrong answers. Wait an hour, and try again.',
  })
}

async function tryAnswer(tx: Tx, secret: Secret, order: OrderRow, given: Answered): Promise<Tried> {
  const { accountId, answer, at } = given
  const check = await rows.lockCheck(tx, order.id)
  if (accountId !== null && (await rows.isProven(tx, order.id, accountId))) return 'right'
  if (isClosed(check.wrong_tries)) return 'closed'
  const wait = (check.paused_until?.getTime() ?? 0) - at.getTime()
  if (wait > 0) return { seconds: Math.ceil(wait / 1000) }
  const isRight = isPatient(secret, order, answer)
  const entry = { order_id: order.id, role: 'patient', account_id: accountId, at } as const
  await writeDown(tx, [{ ...entry, what: isRight ? 'patient_proven' : 'patient_refused' }])
  if (isRight && accountId !== null) await rows.insertProof(tx, order.id, accountId, at)
  if (!isRight) await rows.updateCheck(tx, order.id, afterWrongAnswer(check.wrong_tries, at))
  return isRight ? 'right' : 'wrong'
}

/** Takes the same time over right and wrong. */
function isPatient(secret: Secret, order: OrderRow, answer: string): boolean {
  const hash = (text: string) => secret.derive('patient comparison', text)
  const typed = askedOf(order) === 'dob' ? answer : normalisePhone(answer)
  return timingSafeEqual(hash(typed), hash(order.patient_born_on ?? order.patient_phone))
}
