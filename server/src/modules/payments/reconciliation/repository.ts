import type { Kobo, LagosDate } from '@labalaba/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { disableIdleTimeout } from '../../../infra/db/advisory-lock.ts'
import type { Reconciliation } from '../../../tables.ts'

export type ReconciliationRow = Selectable<Reconciliation>

/** A period: from its first instant to before its last. */
export type Stretch = { readonly from: Date; readonly to: Date }

/** The period of a day in Lagos. */
export async function stretchOf(db: Db, day: LagosDate): Promise<Stretch> {
  const { rows } = await sql<Stretch>`
    select ${day}::timestamp at time zone 'Africa/Lagos' as from,
      (${day}::timestamp + interval '1 day') at time zone 'Africa/Lagos' as to`.execute(db)
  const [stretch] = rows
  if (!stretch) throw new Error(`there is no day ${day}`)
  return stretch
}

/** The start of the first attempt; null if there is none. */
export async function firstAttemptAt(db: Db): Promise<Date | null> {
  const first = await db
    .selectFrom('payment')
    .select('started_at')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  return first?.started_at ?? null
}

const attemptColumns = [
  ...(['payment.reference', 'payment.state', 'payment.captured_kobo', 'payment.captured_currency'] as const),
  ...(['payment.fee_kobo', 'payment.provider_id', 'payment.hold_reason', 'payment.started_at'] as const),
  ...(['payment.id', 'lab_order.reference as orderReference'] as const),
] as const

/** The attempts that started in the period or have one of these references. */
export async function attemptsOf(db: Db, { from, to }: Stretch, references: readonly string[]) {
  const attempts = db
    .selectFrom('payment')
    .innerJoin('lab_order', 'lab_order.id', 'payment.order_id')
    .select(attemptColumns)
  const [begun, named] = await Promise.all([
    attempts.where('payment.started_at', '>=', from).where('payment.started_at', '<', to).execute(),
    attempts.where(sql<boolean>`payment.reference = any(${[...references]}::text[])`).execute(),
  ])
  return [...new Map([...begun, ...named].map((one) => [one.id, one])).values()]
}

/** The refunds to the source that were requested in the period, are of these payments, or have one of these ids. */
export async function refundsOf(
  db: Db,
  { from, to }: Stretch,
  named: {
    readonly paymentIds: readonly number[]
    readonly ids: readonly string[]
    readonly providerIds: readonly string[]
  },
) {
  return await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('lab_order', 'lab_order.id', 'payment.order_id')
    .select(['refund.id', 'refund.source_kobo', 'refund.state', 'refund.provider_id', 'refund.requested_at'])
    .select(['payment.reference as payment', 'payment.provider_id as transactionId'])
    .select(['lab_order.reference as orderReference', 'refund.outside'])
    .where('refund.source_kobo', '>', 0 as Kobo)
    // Paystack does not list what our own bank paid or the payer's bank took, nor refunds of its other mode.
    .where((e) => e.or([e('refund.outside', 'is', null), e('refund.outside', '=', 'dashboard')]))
    .where((e) => e('payment.hold_reason', 'is distinct from', 'wrong_domain'))
    .where((e) =>
      e.or([
        e.and([e('refund.requested_at', '>=', from), e('refund.requested_at', '<', to)]),
        sql<boolean>`refund.payment_id = any(${[...named.paymentIds]}::bigint[])`,
        sql<boolean>`refund.id = any(${[...named.ids]}::uuid[])`,
        sql<boolean>`refund.provider_id = any(${[...named.providerIds]}::text[])`,
      ]),
    )
    .execute()
}

/** Records the start of a day's comparison. */
export async function begin(db: Db, day: LagosDate, at: Date): Promise<void> {
  await db
    .insertInto('reconciliation')
    .values({ day, started_at: at })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ started_at: at }))
    .execute()
}

export type Sums = Pick<
  ReconciliationRow,
  'provider_count' | 'provider_kobo' | 'our_count' | 'our_kobo' | 'mended' | 'cases'
>

/** Records the end of a day's comparison. Its counts of corrections and cases are added to those of earlier comparisons. */
export async function finish(
  db: Db,
  day: LagosDate,
  { mended, cases, ...sums }: Sums,
  at: Date,
): Promise<ReconciliationRow> {
  return await db
    .updateTable('reconciliation')
    .set({
      ...sums,
      mended: sql<number>`mended + ${mended}`,
      cases: sql<number>`cases + ${cases}`,
      finished_at: sql<Date>`greatest(started_at, ${at}::timestamptz)`,
    })
    .where('day', '=', day)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The newest compared days. */
export async function newestOf(db: Db, limit: number): Promise<ReconciliationRow[]> {
  return await db.selectFrom('reconciliation').selectAll().orderBy('day', 'desc').limit(limit).execute()
}

/** One page of the compared days, newest first, and their total number. */
export async function pageOf(db: Db, page: number, limit: number) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('reconciliation')
      .selectAll()
      .orderBy('day', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('reconciliation')
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Runs `act` under a lock, so that only one comparison runs; returns null without running it if another one is running. */
export async function alone<T>(db: Db, act: () => Promise<T>): Promise<T | null> {
  // The lock of a separate transaction: it is released when its connection closes.
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('reconcile', 0)) as mine`.execute(tx)
    if (!rows[0]?.mine) return null
    await disableIdleTimeout(tx)
    return await act()
  })
}

/** Sets the fee that Paystack actually took of a capture. */
export async function setFee(tx: Tx, paymentId: number, fee: Kobo): Promise<void> {
  await tx.updateTable('payment').set({ fee_kobo: fee }).where('id', '=', paymentId).execute()
}
