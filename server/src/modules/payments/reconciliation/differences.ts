import { type Kobo, kobo } from '@labalaba/contract'
import type { CaseKind, Found } from '../../cases/index.ts'
import type { ListedRefund, Transaction } from '../paystack/paystack.ts'

/** Paystack's data of a day, in any order; a row listed twice counts once. */
export type Theirs = {
  /** The required `domain` of everything that is ours. */
  readonly domain: string
  readonly transactions: readonly Transaction[]
  /** All refunds of a transaction that reads `reversed`, and the listed ones of others. */
  readonly refunds: readonly ListedRefund[]
}

/** A payment attempt in our data. */
export type Attempt = {
  readonly reference: string
  readonly orderReference: string
  readonly state: string
  /** Zero if nothing was captured. */
  readonly captured: number
  readonly currency: string
  readonly fee: number
  readonly providerId: string | null
  /** Money of Paystack's other mode, which is not in the books. */
  readonly ofOtherMode: boolean
  /** Whether it was started on this day, not in the hour before or after. */
  readonly ofDay: boolean
  /** The amount that Paystack holds of it according to the ledger. */
  readonly clearing: number
  /** The amount that banks took back of it. */
  readonly lost: number
}

/** A refund through Paystack in our data. */
export type OurRefund = {
  readonly id: string
  readonly payment: string
  readonly orderReference: string
  readonly source: number
  readonly state: string
  readonly providerId: string | null
  /** Paystack's id of the payment. */
  readonly transactionId: string | null
  /** Whether an operator recorded it as refunded in the dashboard. */
  readonly outside: boolean
  readonly ofDay: boolean
}

export type Ours = { readonly attempts: readonly Attempt[]; readonly refunds: readonly OurRefund[] }

/** A difference that is corrected automatically. */
export type Mending =
  | { readonly kind: 'settle'; readonly reference: string }
  | { readonly kind: 'fee'; readonly reference: string; readonly actual: Kobo }
  | { readonly kind: 'refund_state'; readonly refundId: string }

/** A difference that a person must decide. */
export type ForPerson = Required<Omit<Found, 'dueAt' | 'kind'>> & { readonly kind: ReconcileKind }

/** The kinds of case that reconciliation opens. */
export const reconcileKinds = [
  'unknown_at_paystack',
  'missing_at_paystack',
  'amount_differs',
  'reversed_outside',
  'refund_unknown',
  'refund_stuck',
  'books_differ',
] as const satisfies readonly CaseKind[]
export type ReconcileKind = (typeof reconcileKinds)[number]

export type Differences = { readonly mend: readonly Mending[]; readonly cases: readonly ForPerson[] }

/** Whether Paystack captured money; it may have been refunded since. */
export function isCaptured({ status }: Pick<Transaction, 'status'>): boolean {
  return status === 'success' || status === 'reversed'
}

/** Whether captured money is still there, or the part that a bank did not take. */
function isThere({ status, amount }: Transaction, { lost }: Attempt): boolean {
  return status === 'success' || (lost > 0 && lost < amount)
}

/** Compares in both directions. Equal books have no difference; each difference has exactly one kind. */
export function differences(theirs: Theirs, ours: Ours): Differences {
  const transactions = ofOurMode(theirs)
  const byReference = new Map(ours.attempts.map((attempt) => [attempt.reference, attempt]))
  const listed = new Map([...transactions.values()].map((one) => [one.reference, one]))
  const refunds = new Map(theirs.refunds.map((refund) => [refund.id, refund]))
  const mend: Mending[] = []
  const cases: ForPerson[] = []
  for (const transaction of transactions.values()) {
    const attempt = byReference.get(transaction.reference)
    if (!isCaptured(transaction) || attempt?.ofOtherMode) continue
    if (!attempt) cases.push(unknown(transaction))
    else if (attempt.captured === 0 && isThere(transaction, attempt))
      mend.push({ kind: 'settle', reference: attempt.reference })
    else {
      mend.push(...feeOf(transaction, attempt))
      cases.push(...amountOf(transaction, attempt))
      cases.push(...reversalOf(transaction, attempt, [...refunds.values()], ours.refunds))
    }
  }
  for (const attempt of ours.attempts) {
    const known = listed.get(attempt.reference)
    if (!attempt.ofDay || attempt.captured === 0 || attempt.ofOtherMode) continue
    if (!known || !isCaptured(known)) cases.push(missing(attempt, known))
    cases.push(...booksOf(attempt, ours.refunds))
  }
  const about = refundDifferences(theirs, new Set(transactions.keys()), ours)
  return { mend: [...mend, ...about.mend], cases: [...cases, ...about.cases] }
}

/** All transactions of our mode, by Paystack's id; those of the other mode are not our money. */
function ofOurMode({ domain, transactions }: Theirs): ReadonlyMap<string, Transaction> {
  return new Map(transactions.filter((one) => one.domain === domain).map((one) => [one.providerId, one]))
}

function unknown({ reference, amount, currency, status, paidAt }: Transaction): ForPerson {
  const found = { theirs_state: status, theirs_amount: amount, theirs_currency: currency }
  return {
    kind: 'unknown_at_paystack',
    subject: reference,
    orderReference: null,
    amount: currency === 'NGN' ? amount : null,
    found: { ...found, theirs_paid_at: paidAt?.toISOString() ?? null },
  }
}

function missing(attempt: Attempt, known: Transaction | undefined): ForPerson {
  return forPerson('missing_at_paystack', attempt, attempt.captured, {
    theirs_state: known?.status ?? 'unknown',
    ours_state: attempt.state,
    ours_amount: attempt.captured,
  })
}

function amountOf({ amount, currency }: Transaction, attempt: Attempt): ForPerson[] {
  if (attempt.captured === 0 || (amount === attempt.captured && currency === attempt.currency)) return []
  const theirs = { theirs_amount: amount, theirs_currency: currency }
  return [
    forPerson('amount_differs', attempt, Math.abs(amount - attempt.captured), {
      ...theirs,
      ours_amount: attempt.captured,
      ours_currency: attempt.currency,
    }),
  ]
}

function feeOf({ fee, currency }: Transaction, attempt: Attempt): Mending[] {
  if (fee === null || fee === attempt.fee || attempt.captured === 0) return []
  if (currency !== 'NGN' || attempt.currency !== 'NGN') return []
  return [{ kind: 'fee', reference: attempt.reference, actual: fee }]
}

/** Money that Paystack reads as reversed without enough refunds, or a lost dispute, to explain it. */
function reversalOf(
  transaction: Transaction,
  attempt: Attempt,
  theirRefunds: readonly ListedRefund[],
  ourRefunds: readonly OurRefund[],
): ForPerson[] {
  if (transaction.status !== 'reversed' || attempt.lost > 0) return []
  const theirs = total(
    theirRefunds.filter((one) => one.transactionId === transaction.providerId && one.status !== 'failed'),
    (one) => one.amount,
  )
  const ours = total(
    ourRefunds.filter((one) => one.payment === attempt.reference && one.state !== 'failed'),
    (one) => one.source,
  )
  const unexplained = transaction.amount - Math.max(theirs, ours)
  if (unexplained <= 0) return []
  return [
    forPerson('reversed_outside', attempt, unexplained, {
      theirs_state: transaction.status,
      theirs_amount: transaction.amount,
      theirs_refunded: theirs,
      ours_state: attempt.state,
      ours_amount: attempt.captured,
      ours_refunded: ours,
    }),
  ]
}

/** For each payment the ledger must hold the captured amount, less the fee, the refunds and the amount that banks took. */
function booksOf(attempt: Attempt, refunds: readonly OurRefund[]): ForPerson[] {
  if (attempt.currency !== 'NGN') return []
  const back = total(
    refunds.filter((one) => one.payment === attempt.reference && one.state === 'processed'),
    (one) => one.source,
  )
  const expected = attempt.captured - attempt.fee - back - attempt.lost
  if (expected === attempt.clearing) return []
  return [
    forPerson('books_differ', attempt, Math.abs(expected - attempt.clearing), {
      ours_expected: expected,
      ours_ledger: attempt.clearing,
    }),
  ]
}

function forPerson(
  kind: ReconcileKind,
  { reference, orderReference, currency }: Attempt,
  amount: number,
  found: ForPerson['found'],
): ForPerson {
  const inNaira = currency === 'NGN' ? kobo(amount) : null
  return { kind, subject: reference, orderReference, amount: inNaira, found }
}

function total<T>(rows: readonly T[], amountOf: (row: T) => number): number {
  return rows.reduce((so, row) => so + amountOf(row), 0)
}

/** The note of every refund of ours. */
const noteOf = (id: string) => `refund ${id}`

/**
 * Compares the refunds in both directions; `ofOurMode` are the ids of the listed transactions of our mode. An open state at
 * Paystack is older than ours and is ignored.
 */
function refundDifferences(theirs: Theirs, ofOurMode: ReadonlySet<string>, ours: Ours): Differences {
  const refunds = new Map(theirs.refunds.map((refund) => [refund.id, refund]))
  const byNote = new Map(ours.refunds.map((refund) => [noteOf(refund.id), refund]))
  const byProviderId = new Map(ours.refunds.map((refund) => [refund.providerId, refund]))
  const otherMode = new Set(
    theirs.transactions.filter((one) => !ofOurMode.has(one.providerId)).map((one) => one.providerId),
  )
  const byTransaction = new Map(ours.attempts.map((attempt) => [attempt.providerId, attempt]))
  const mend: Mending[] = []
  const cases: ForPerson[] = []
  for (const refund of refunds.values()) {
    if (otherMode.has(refund.transactionId)) continue
    const own = byNote.get(refund.note) ?? byProviderId.get(refund.id)
    const attempt = byTransaction.get(refund.transactionId)
    if (!own) {
      if (refund.status !== 'failed') cases.push(unknownRefund(refund, attempt))
    } else if (endOf(refund.status) === 'open' || endOf(refund.status) === own.state) continue
    else if (endOf(own.state) === 'open') mend.push({ kind: 'refund_state', refundId: own.id })
    else cases.push(stuck(own, refund.status))
  }
  for (const own of ours.refunds)
    if (own.ofDay && own.state === 'processed' && !own.outside && own.source > 0 && !hasRow(own, refunds))
      cases.push(stuck(own, 'unknown'))
  return { mend, cases }
}

function hasRow(own: OurRefund, refunds: ReadonlyMap<string, ListedRefund>): boolean {
  return refunds.has(own.providerId ?? '') || [...refunds.values()].some((one) => one.note === noteOf(own.id))
}

function endOf(state: string): 'processed' | 'failed' | 'open' {
  return state === 'processed' || state === 'failed' ? state : 'open'
}

function unknownRefund(refund: ListedRefund, attempt: Attempt | undefined): ForPerson {
  return {
    kind: 'refund_unknown',
    subject: refund.id,
    orderReference: attempt?.orderReference ?? null,
    amount: refund.currency === 'NGN' ? refund.amount : null,
    found: {
      payment: attempt?.reference ?? null,
      theirs_state: refund.status,
      theirs_amount: refund.amount,
      ...(attempt ? {} : { theirs_created_at: refund.createdAt.toISOString() }),
    },
  }
}

function stuck(own: OurRefund, status: string): ForPerson {
  return {
    kind: 'refund_stuck',
    subject: own.id,
    orderReference: own.orderReference,
    amount: kobo(own.source),
    found: { payment: own.payment, theirs_state: status, ours_state: own.state },
  }
}
