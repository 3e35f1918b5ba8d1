import type { Db } from '../../../db.ts'
import { type ClearingLine, clearingOf } from '../../ledger/index.ts'
import { type LostDispute, lostOf } from '../disputes/repository.ts'
import type { ListedRefund, Outcome, Paystack, ProviderRefund, Transaction } from '../paystack/paystack.ts'
import { isCaptured, type OurRefund, type Ours, type Theirs } from './differences.ts'
import * as repository from './repository.ts'

/** Paystack did not respond, so the day cannot be compared. */
export class Silent extends Error {
  override name = 'Silent'
}

/** What begins just before or after midnight here may have a time on the other side of midnight at Paystack. */
const overlap = 60 * 60 * 1000

export function widened({ from, to }: repository.Stretch): repository.Stretch {
  return { from: new Date(from.getTime() - overlap), to: new Date(to.getTime() + overlap) }
}

/** Everything that Paystack lists of a day, with an hour on either side. Throws `Silent`. */
export async function readTheirs(paystack: Paystack, day: repository.Stretch): Promise<Theirs> {
  const span = widened(day)
  const transactions: Transaction[] = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page: { readonly transactions: readonly Transaction[]; readonly next: string | null } = unwrap(
      await paystack.listTransactions({ ...span, cursor }),
    )
    transactions.push(...page.transactions)
    cursor = page.next
  }
  const refunds: ListedRefund[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const listed = unwrap(await paystack.listRefunds({ ...span, page }))
    refunds.push(...listed.refunds)
    pages = listed.pages
  }
  return { domain: paystack.domain, transactions, refunds }
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'yes') return outcome.value
  throw new Silent(outcome.kind === 'no' ? outcome.code : outcome.why)
}

/** Our data of a day, and of everything that Paystack lists, in one snapshot. */
export async function readOurs(db: Db, day: repository.Stretch, theirs: Theirs): Promise<Ours> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const references = theirs.transactions.map((one) => one.reference)
      const attempts = await repository.attemptsOf(tx, widened(day), references)
      const paymentIds = attempts.map((one) => one.id)
      const refunds = await repository.refundsOf(tx, widened(day), {
        paymentIds,
        ids: theirs.refunds.flatMap(({ note }) => /^refund ([\da-f-]{36})$/.exec(note)?.[1] ?? []),
        providerIds: theirs.refunds.map(({ id }) => id),
      })
      const lost = await lostOf(tx, paymentIds)
      const orders = attempts.map((one) => one.orderReference)
      const lines = await clearingOf(tx, orders)
      return presentOurs(day, { attempts, refunds, lost, lines })
    })
}

type Read = {
  readonly attempts: Awaited<ReturnType<typeof repository.attemptsOf>>
  readonly refunds: Awaited<ReturnType<typeof repository.refundsOf>>
  readonly lost: readonly LostDispute[]
  readonly lines: readonly ClearingLine[]
}

/** The rows in the form for the comparison: each payment with its amount in the ledger and the amount that banks took. */
function presentOurs(day: repository.Stretch, { attempts, refunds, lost, lines }: Read): Ours {
  const within = (at: Date) => at >= day.from && at < day.to
  const referenceOf = new Map(attempts.map((one) => [one.id, one.reference]))
  const clearing = clearingByPayment(
    lines,
    new Map([
      ...refunds.map((one) => [`refund_done:${one.id}`, one.payment] as const),
      ...lost.map(
        (one) => [`dispute_lost:${one.provider_id}`, referenceOf.get(one.payment_id ?? 0) ?? ''] as const,
      ),
    ]),
  )
  return {
    attempts: attempts.map((one) => ({
      reference: one.reference,
      orderReference: one.orderReference,
      state: one.state,
      captured: one.captured_kobo ?? 0,
      currency: one.captured_currency ?? 'NGN',
      fee: one.fee_kobo ?? 0,
      providerId: one.provider_id,
      ofOtherMode: one.hold_reason === 'wrong_domain',
      ofDay: within(one.started_at),
      clearing: clearing.get(one.reference) ?? 0,
      lost: lost.reduce((so, each) => (each.payment_id === one.id ? so + each.amount_kobo : so), 0),
    })),
    refunds: refunds.map((one) => ({
      id: one.id,
      payment: one.payment,
      orderReference: one.orderReference,
      source: one.source_kobo,
      state: one.state,
      providerId: one.provider_id,
      transactionId: one.transactionId,
      outside: one.outside !== null,
      ofDay: within(one.requested_at),
    })),
  }
}

/** The ledger's amount for each payment; `others` gives the payment of postings whose key does not name it. */
function clearingByPayment(
  lines: readonly ClearingLine[],
  others: ReadonlyMap<string, string>,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { businessKey, amount } of lines) {
    const reference = others.get(businessKey) ?? businessKey.split(':')[1] ?? ''
    sums.set(reference, (sums.get(reference) ?? 0) + amount)
  }
  return sums
}

/**
 * Queries each thing that a list alone cannot settle: captured payments that are not listed, listed ones that read
 * `reversed`, and refunds that are done here and not listed. Throws `Silent`.
 */
export async function complete(paystack: Paystack, theirs: Theirs, ours: Ours): Promise<Theirs> {
  const listed = new Map(theirs.transactions.map((one) => [one.reference, one]))
  const transactions = [...theirs.transactions]
  for (const attempt of ours.attempts) {
    const known = listed.get(attempt.reference)
    if (!attempt.ofDay || attempt.captured === 0 || (known && isCaptured(known))) continue
    const verified = await paystack.verify(attempt.reference, 'later')
    if (verified.kind === 'unknown') throw new Silent(verified.why)
    // The later data of the two counts.
    if (verified.kind === 'yes') transactions.push(verified.value)
  }
  const refunds = [...theirs.refunds]
  for (const transactionId of refundsToRead(theirs, ours)) {
    const outcome = await paystack.refundsOf(transactionId)
    if (outcome.kind === 'unknown') throw new Silent(outcome.why)
    if (outcome.kind === 'yes') refunds.push(...outcome.value.map((one) => listedAs(one, transactionId)))
  }
  return { ...theirs, transactions, refunds }
}

function refundsToRead(theirs: Theirs, ours: Ours): Set<string> {
  const known = new Set(theirs.refunds.map(({ id }) => id))
  const reversed = theirs.transactions.filter((one) => {
    if (one.status !== 'reversed' || one.domain !== theirs.domain) return false
    const attempt = ours.attempts.find(({ reference }) => reference === one.reference)
    return attempt !== undefined && attempt.lost === 0 && backOf(ours.refunds, one.reference) < one.amount
  })
  const unlisted = ours.refunds.filter(
    ({ ofDay, state, providerId }) => ofDay && state === 'processed' && !known.has(providerId ?? ''),
  )
  return new Set([
    ...reversed.map(({ providerId }) => providerId),
    ...unlisted.flatMap(({ transactionId }) => transactionId ?? []),
  ])
}

function backOf(refunds: readonly OurRefund[], payment: string): number {
  return refunds.reduce(
    (so, one) => (one.payment === payment && one.state !== 'failed' ? so + one.source : so),
    0,
  )
}

function listedAs(refund: ProviderRefund, transactionId: string): ListedRefund {
  return { ...refund, transactionId, currency: 'NGN', createdAt: new Date(0) }
}
