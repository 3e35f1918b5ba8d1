import { kobo, type LagosDate } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { closeCaseAbout, hasCase, openAbout, openCase, wasDecided } from '../../cases/index.ts'
import { recordFeeCorrected } from '../../ledger/index.ts'
import { reconcileDisputes } from '../disputes/disputes.ts'
import type { Provider } from '../paystack/paystack.ts'
import { advanceRefund } from '../refunds/refunds.ts'
import { refundById } from '../refunds/repository.ts'
import { lockOrderAndPayment, paymentByReference } from '../repository.ts'
import { settle } from '../settle.ts'
import { complete, readOurs, readTheirs, Silent, widened } from './both-sides.ts'
import {
  differences,
  type ForPerson,
  isCaptured,
  type Mending,
  type Ours,
  reconcileKinds,
  type Theirs,
} from './differences.ts'
import * as repository from './repository.ts'
import { joinRestoreCase } from './restore-case.ts'

/** The result of comparing a day. Unless it is `done`, the day must be compared again. */
export type Reconciled =
  | {
      readonly outcome: 'done'
      readonly row: repository.ReconciliationRow
      /** What this comparison corrected, and the cases it opened. */
      readonly mended: number
      readonly cases: number
      /** References of Paystack's other mode, which are not ours. */
      readonly ofOtherMode: readonly string[]
    }
  | { readonly outcome: 'silent' }
  | { readonly outcome: 'under_way' }

/**
 * Makes the books of a day agree with Paystack's lists, in both directions: safe differences are corrected, and the others
 * become cases for a person. Safe to repeat: corrected differences are gone, and decided cases are not opened again. If
 * Paystack does not respond, no result is stored for the day.
 */
export async function reconcileDay(provider: Provider, day: LagosDate, now: Date): Promise<Reconciled> {
  const { db } = provider
  const reconciled = await repository.alone(db, async (): Promise<Reconciled> => {
    await repository.begin(db, day, now)
    try {
      return await compare(provider, day, now)
    } catch (error) {
      if (error instanceof Silent) return { outcome: 'silent' }
      throw error
    }
  })
  return reconciled ?? { outcome: 'under_way' }
}

async function compare(provider: Provider, day: LagosDate, now: Date): Promise<Reconciled> {
  const { db, paystack } = provider
  const stretch = await repository.stretchOf(db, day)
  // First, because a lost dispute explains a reversal.
  if (!(await reconcileDisputes(provider, widened(stretch)))) throw new Silent('disputes')
  const listed = await readTheirs(paystack, stretch)
  let { theirs, ours } = await bothSides(provider, stretch, listed)
  const { mend } = differences(theirs, ours)
  let mended = 0
  for (const each of mend) if (await correct(provider, each)) mended += 1
  if (mend.length > 0) ({ theirs, ours } = await bothSides(provider, stretch, listed))
  const left = differences(theirs, ours)
  // A payment captured there that is still not here means that Paystack gave no response about it.
  if (left.mend.some(({ kind }) => kind === 'settle')) throw new Silent('settle')
  let cases = 0
  for (const each of left.cases) if (await openCaseOnce(db, each, now)) cases += 1
  await closeAgreed(db, ours, theirs, left.cases, now)
  const sums = { ...sumsOf(theirs, ours, stretch), mended, cases }
  const row = await repository.finish(db, day, sums, provider.clock.now())
  return { outcome: 'done', row, mended, cases, ofOtherMode: strays(theirs) }
}

async function bothSides({ db, paystack }: Provider, stretch: repository.Stretch, listed: Theirs) {
  const ours = await readOurs(db, stretch, listed)
  return { ours, theirs: await complete(paystack, listed, ours) }
}

/** Corrects one difference; returns whether it is corrected. */
async function correct(provider: Provider, mending: Mending): Promise<boolean> {
  if (mending.kind === 'settle') {
    const payment = await settle(provider, mending.reference)
    return (payment?.captured_kobo ?? 0) > 0
  }
  if (mending.kind === 'refund_state') {
    await advanceRefund(provider, mending.refundId)
    return (await refundById(provider.db, mending.refundId))?.ended_at != null
  }
  return await correctFee(provider, mending)
}

async function correctFee(
  { db, clock }: Provider,
  { reference, actual }: Extract<Mending, { kind: 'fee' }>,
): Promise<boolean> {
  const seen = await paymentByReference(db, reference)
  if (!seen) return false
  return await db.transaction().execute(async (tx) => {
    const { order, payment } = await lockOrderAndPayment(tx, seen)
    const booked = payment.fee_kobo ?? kobo(0)
    if (booked === actual) return false
    const names = { paymentReference: reference, orderReference: order.reference }
    await recordFeeCorrected(tx, { ...names, booked, actual, at: clock.now() })
    await repository.setFee(tx, payment.id, actual)
    return true
  })
}

const agreed = 'Both sides agree now.'

/**
 * Opens a case, unless a person has decided the same one before, a webhook has opened one about it, or it belongs to the case
 * of a restore.
 */
async function openCaseOnce(db: Db, found: ForPerson, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    if (await wasDecided(tx, found)) return false
    if (found.kind === 'unknown_at_paystack' && (await hasCase(tx, 'orphan_webhook', found.subject)))
      return false
    if (await joinRestoreCase(tx, found, now)) return false
    return (await openCase(tx, found, now)) !== null
  })
}

/** Closes the cases of the day whose difference is gone. */
async function closeAgreed(
  db: Db,
  ours: Ours,
  theirs: Theirs,
  left: readonly ForPerson[],
  now: Date,
): Promise<void> {
  const kinds = reconcileKinds.filter((kind) => kind !== 'refund_stuck')
  const subjects = [
    ...ours.attempts.filter(({ ofDay }) => ofDay).map(({ reference }) => reference),
    ...theirs.refunds.map(({ id }) => id),
  ]
  const open = await openAbout(db, kinds, subjects)
  const stands = new Set(left.map(({ kind, subject }) => `${kind} ${subject}`))
  for (const { kind, subject } of open.filter((each) => !stands.has(`${each.kind} ${each.subject}`)))
    await db.transaction().execute((tx) => closeCaseAbout(tx, kind, subject, agreed, now))
}

/** The captured amounts of the day on both sides, in naira of our mode. */
function sumsOf(
  theirs: Theirs,
  ours: Ours,
  { from, to }: repository.Stretch,
): Omit<repository.Sums, 'mended' | 'cases'> {
  const known = new Map(ours.attempts.map((attempt) => [attempt.reference, attempt]))
  const there = new Map(
    theirs.transactions
      .filter((one) => one.domain === theirs.domain && one.currency === 'NGN' && isCaptured(one))
      .filter(({ reference, paidAt }) => {
        const attempt = known.get(reference)
        return attempt ? attempt.ofDay : paidAt !== null && paidAt >= from && paidAt < to
      })
      .map((one) => [one.reference, one.amount]),
  )
  const here = ours.attempts.filter(
    (one) => one.ofDay && one.captured > 0 && one.currency === 'NGN' && !one.ofOtherMode,
  )
  return {
    provider_count: there.size,
    provider_kobo: kobo([...there.values()].reduce((so: number, amount) => so + amount, 0)),
    our_count: here.length,
    our_kobo: kobo(here.reduce((so, { captured }) => so + captured, 0)),
  }
}

function strays({ domain, transactions }: Theirs): string[] {
  return [...new Set(transactions.filter((one) => one.domain !== domain).map(({ reference }) => reference))]
}
