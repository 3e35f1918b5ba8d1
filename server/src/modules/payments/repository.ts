import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { transition, transitionColumns } from '../../infra/state-machine.ts'
import type { Payment } from '../../tables.ts'
import { lockOrder, type OrderRow } from '../orders/index.ts'
import { type PaymentState, paymentTransitions } from './payment-state-machine.ts'

export type PaymentRow = Selectable<Payment>

/** Inserts an attempt with its first event, in one statement. */
export async function insertPayment(tx: Tx, payment: Insertable<Payment>): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    with made as (${tx.insertInto('payment').values(payment).returningAll()}),
    event as (
      insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
      select id, 'start', state, state, 'payer', started_at from made)
    select * from made`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a payment was not inserted')
  return row
}

export async function paymentByReference(db: Db, reference: string): Promise<PaymentRow | undefined> {
  return await db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirst()
}

export async function paymentById(db: Db, id: number): Promise<PaymentRow | undefined> {
  return await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a payment until the transaction ends. All code locks its order first. */
export async function lockPayment(tx: Tx, id: number): Promise<PaymentRow> {
  return await tx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** An order and one of its payments, both locked, in that order. */
export type Locked = { readonly order: OrderRow; readonly payment: PaymentRow }

/** Locks the order of a payment, and then the payment: all code locks them in this order. */
export async function lockOrderAndPayment(
  tx: Tx,
  seen: Pick<PaymentRow, 'id' | 'order_id'>,
): Promise<Locked> {
  const order = await lockOrder(tx, seen.order_id)
  return { order, payment: await lockPayment(tx, seen.id) }
}

/** Every attempt of an order, newest first. */
export async function paymentsOf(db: Db, orderId: number): Promise<PaymentRow[]> {
  return await db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
}

/** The states of the attempts of some orders, by order. */
export async function statesByOrder(
  tx: Tx,
  orderIds: readonly number[],
): Promise<Map<number, PaymentState[]>> {
  const found = await tx
    .selectFrom('payment')
    .select(['order_id', 'state'])
    .where(sql<boolean>`order_id = any(${[...orderIds]}::bigint[])`)
    .execute()
  const groups = Map.groupBy(found, (row) => row.order_id)
  return new Map([...groups].map(([orderId, attempts]) => [orderId, attempts.map((row) => row.state)]))
}

/** Which of these orders have a refund under way, or a failed one that no later one replaces. */
export async function ordersBeingReturned(tx: Tx, orderIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct payment.order_id from refund join payment on payment.id = refund.payment_id
    where payment.order_id = any(${[...orderIds]}::bigint[]) and (refund.ended_at is null
      or refund.state = 'failed' and not exists (select from refund later where later.retries = refund.id))`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.order_id))
}

/** How many attempts of an order were started since a time: by its owner, or through one link. */
export async function countStarted(
  tx: Tx,
  orderId: number,
  linkId: string | null,
  since: Date,
): Promise<number> {
  const { started } = await tx
    .selectFrom('payment')
    .where('order_id', '=', orderId)
    .where('link_id', 'is not distinct from', linkId)
    .where('started_at', '>', since)
    .select((e) => e.fn.countAll<number>().as('started'))
    .executeTakeFirstOrThrow()
  return started
}

/** Claims the opening of a checkout; undefined if it is open, or another caller has just claimed it. */
export async function claimOpening(
  db: Db,
  id: number,
  now: Date,
  staleBefore: Date,
): Promise<PaymentRow | undefined> {
  return await db
    .updateTable('payment')
    .set({ opening_at: now })
    .where('id', '=', id)
    .where('state', '=', 'started')
    .where('authorization_url', 'is', null)
    .where((e) => e.or([e('opening_at', 'is', null), e('opening_at', '<', staleBefore)]))
    .returningAll()
    .executeTakeFirst()
}

/** Stores the page of an attempt. The attempt is checked from `checkAt` on as a new one, however long ago it started. */
export async function setCheckout(
  db: Db,
  id: number,
  { authorizationUrl, checkAt }: { readonly authorizationUrl: string; readonly checkAt: Date },
): Promise<void> {
  const isLate = sql<boolean>`state = 'started' and checks > 0`
  await db
    .updateTable('payment')
    .set({
      authorization_url: authorizationUrl,
      check_at: sql`case when ${isLate} then ${checkAt} else check_at end`,
      checks: sql`case when ${isLate} then 0 else checks end`,
    })
    .where('id', '=', id)
    .execute()
}

export async function releaseOpening(db: Db, id: number): Promise<void> {
  await db.updateTable('payment').set({ opening_at: null }).where('id', '=', id).execute()
}

export type Captured = Partial<
  Pick<
    PaymentRow,
    | 'captured_kobo'
    | 'captured_currency'
    | 'fee_kobo'
    | 'channel'
    | 'provider_id'
    | 'hold_reason'
    | 'paid_at'
    | 'card_hash'
    | 'settles_order'
  >
>

type Move = {
  readonly verb: keyof typeof paymentTransitions
  readonly actor: 'operator' | 'system'
  readonly at: Date
  readonly reason?: string
}

/**
 * Applies a transition to a locked payment, stores the new data, and records the event, in one statement. Returns null, and
 * changes nothing, if its state or the actor does not allow the transition. Only a failed attempt is still checked at
 * Paystack afterwards: a payer may try another card on the same page.
 */
export async function movePayment(
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'state'>,
  move: Move,
  columns: Captured = {},
): Promise<PaymentRow | null> {
  const next = transition(paymentTransitions, move.verb, payment.state, move.actor)
  if (!next.ok) return null
  const event = transitionColumns({ ...move, from: payment.state, to: next.to })
  return await tx
    .with('event', () => tx.insertInto('payment_event').values({ payment_id: payment.id, ...event }))
    .updateTable('payment')
    .set({ ...columns, state: next.to, ...(next.to !== 'failed' && { check_at: null }) })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records that Paystack was queried. */
export async function recordQuery(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('payment').set({ asked_at: now }).where('id', '=', id).execute()
}

/** Claims a query to Paystack; false if there was one after `since`. */
export async function claimQuery(db: Db, id: number, now: Date, since: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where((e) => e.or([e('asked_at', 'is', null), e('asked_at', '<=', since)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets the next check of an attempt that may still be paid; null for never. */
export async function setNextCheck(db: Db, id: number, checkAt: Date | null): Promise<void> {
  await db
    .updateTable('payment')
    .set({ check_at: checkAt, checks: sql<number>`checks + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['started', 'failed'])
    .execute()
}

/** Moves the next check of an attempt to this time if it is later; does nothing if none is due. */
export async function advanceNextCheck(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('payment')
    .set({ check_at: at })
    .where('id', '=', id)
    .where('check_at', '>', at)
    .execute()
}

/** The silent attempts that are due for a check; each is leased to the caller until `lease`. */
export async function leaseSilent(db: Db, now: Date, lease: Date, limit: number): Promise<string[]> {
  const due = db
    .selectFrom('payment')
    .select('id')
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .orderBy('id', 'desc')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const leased = await db
    .updateTable('payment')
    .set({ check_at: lease })
    .where('id', 'in', due)
    .returning('reference')
    .execute()
  return leased.map((row) => row.reference)
}

/** Makes the next planned check of every started attempt due now. Failed ones keep theirs. */
export async function checkStartedNow(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('payment')
    .set({ check_at: now })
    .where('check_at', '>', now)
    .where('state', '=', 'started')
    .execute()
}

/** The payment that paid an order, as long as it was refunded at most in part. */
export async function settledOf(tx: Tx, orderId: number): Promise<PaymentRow | undefined> {
  return await tx
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('settles_order', '=', true)
    .where('state', '=', 'settled')
    .executeTakeFirst()
}

/**
 * Whether the card of a payment is a doctor's own: it has also paid for the doctor's own tests, or for this many people in
 * the doctor's own checkout. An order of the doctor without an email of the patient counts as the doctor's own.
 */
export async function isDoctorsCard(
  tx: Tx,
  { card_hash: card }: PaymentRow,
  doctorId: number,
  people: number,
): Promise<boolean> {
  if (card === null) return false
  const { rows } = await sql<{ own: boolean }>`
    select coalesce(bool_or(coalesce(o.patient_email, doctor.email) = doctor.email or o.patient_phone = doctor.phone), false)
      or count(distinct coalesce(o.patient_email, doctor.email)) filter (where paid.link_id is null) >= ${people} as own
    from payment paid join lab_order o on o.id = paid.order_id join account doctor on doctor.id = o.account_id
    where paid.card_hash = ${card} and paid.captured_kobo > 0 and o.account_id = ${doctorId}`.execute(tx)
  return rows[0]?.own ?? false
}

/** Whether an operator has suspended the licence of a doctor. */
export async function isSuspendedDoctor(tx: Tx, doctorId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('doctor_licence')
    .select('id')
    .where('account_id', '=', doctorId)
    .where('state', '=', 'suspended')
    .executeTakeFirst()
  return found !== undefined
}

/** The payments for an order that are held for an operator. */
export async function heldOf(tx: Tx, orderId: number): Promise<PaymentRow[]> {
  return await tx
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .orderBy('id')
    .execute()
}
