import { kobo } from '@labalaba/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListedRefund, Transaction } from '../paystack/paystack.ts'
import {
  type Attempt,
  type Differences,
  differences,
  type OurRefund,
  type Ours,
  type Theirs,
} from './differences.ts'

const at = new Date('2026-11-21T10:00:00Z')

type Paid = { readonly amount: number; readonly fee: number; readonly back: number }

/** One payment of a day as both sides have it: amount, fee, refund. */
function bothSides(number: number, { amount, fee, back }: Paid) {
  const reference = `bk-${number}`
  const providerId = String(9000 + number)
  const transaction: Transaction = {
    reference,
    providerId,
    status: back === amount ? 'reversed' : 'success',
    amount: kobo(amount),
    requestedAmount: kobo(amount),
    currency: 'NGN',
    domain: 'test',
    fee: kobo(fee),
    cardSignature: null,
    channel: 'card',
    paidAt: at,
  }
  const attempt: Attempt = {
    reference,
    orderReference: `LB-${number}`,
    state: 'settled',
    captured: amount,
    currency: 'NGN',
    fee,
    providerId,
    ofOtherMode: false,
    ofDay: true,
    clearing: amount - fee - back,
    lost: 0,
  }
  const id = `00000000-${number}`
  const refund: ListedRefund = {
    id: String(700 + number),
    status: 'processed',
    amount: kobo(back),
    note: `refund ${id}`,
    transactionId: providerId,
    currency: 'NGN',
    createdAt: at,
  }
  const own: OurRefund = {
    id,
    payment: reference,
    orderReference: attempt.orderReference,
    source: back,
    state: 'processed',
    providerId: refund.id,
    transactionId: providerId,
    ofDay: true,
    outside: false,
  }
  return { transaction, attempt, refunds: back > 0 ? [refund] : [], own: back > 0 ? [own] : [] }
}

type Sides = { readonly theirs: Theirs; readonly ours: Ours }

function sidesOf(paid: readonly Paid[]): Sides {
  const all = paid.map((one, place) => bothSides(place + 1, one))
  return {
    theirs: {
      domain: 'test',
      transactions: all.map((one) => one.transaction),
      refunds: all.flatMap((one) => one.refunds),
    },
    ours: { attempts: all.map((one) => one.attempt), refunds: all.flatMap((one) => one.own) },
  }
}

const paid = fc
  .record({ amount: fc.integer({ min: 10_000, max: 100_000_000 }), fee: fc.integer({ min: 0, max: 5000 }) })
  .chain(({ amount, fee }) =>
    fc
      .oneof(fc.constant(0), fc.constant(amount), fc.integer({ min: 1, max: amount }))
      .map((back) => ({ amount, fee, back })),
  )
const days = fc.array(paid, { minLength: 1, maxLength: 12 })

const kindsOf = ({ mend, cases }: Differences) => [...mend, ...cases].map(({ kind }) => kind).toSorted()
const none: Differences = { mend: [], cases: [] }

/** Changes the payment at a place on one side, and leaves all others. */
function change<T>(rows: readonly T[], place: number, changes: Partial<T>): T[] {
  return rows.map((row, index) => (index === place ? { ...row, ...changes } : row))
}

type Planting = { readonly kinds: readonly string[]; readonly plant: (sides: Sides) => Sides }

const transactions = (sides: Sides, changes: Partial<Transaction>): Sides => ({
  ...sides,
  theirs: { ...sides.theirs, transactions: change(sides.theirs.transactions, 0, changes) },
})
const attempts = (sides: Sides, changes: Partial<Attempt>): Sides => ({
  ...sides,
  ours: { ...sides.ours, attempts: change(sides.ours.attempts, 0, changes) },
})
const clearingOf = ({ ours }: Sides) => ours.attempts[0]?.clearing ?? 0
const capturedOf = ({ ours }: Sides) => ours.attempts[0]?.captured ?? 0

/** Each is planted on a first payment that was received whole and not refunded. */
const plantings: Readonly<Record<string, Planting>> = {
  'captured there and not here': {
    kinds: ['settle'],
    plant: (sides) => attempts(sides, { state: 'started', captured: 0, fee: 0, clearing: 0 }),
  },
  'captured there, given up here': {
    kinds: ['settle'],
    plant: (sides) => attempts(sides, { state: 'abandoned', captured: 0, fee: 0, clearing: 0 }),
  },
  'a success in no table of ours': {
    kinds: ['unknown_at_paystack'],
    plant: ({ theirs, ours }) => ({ theirs, ours: { ...ours, attempts: ours.attempts.slice(1) } }),
  },
  'captured here and not in their list': {
    kinds: ['missing_at_paystack'],
    plant: ({ theirs, ours }) => ({
      theirs: { ...theirs, transactions: theirs.transactions.slice(1) },
      ours,
    }),
  },
  'captured here and declined there': {
    kinds: ['missing_at_paystack'],
    plant: (sides) => transactions(sides, { status: 'failed' }),
  },
  'another amount': {
    kinds: ['amount_differs'],
    plant: (sides) => transactions(sides, { amount: kobo(capturedOf(sides) + 1) }),
  },
  'another currency': {
    kinds: ['amount_differs'],
    plant: (sides) => transactions(sides, { currency: 'USD' }),
  },
  'another fee': { kinds: ['fee'], plant: (sides) => transactions(sides, { fee: kobo(9_999_999) }) },
  'reversed there and not here': {
    kinds: ['reversed_outside'],
    plant: (sides) => transactions(sides, { status: 'reversed' }),
  },
  'reversed there before it was booked here': {
    kinds: ['reversed_outside'],
    plant: (sides) =>
      attempts(transactions(sides, { status: 'reversed' }), {
        state: 'failed',
        captured: 0,
        fee: 0,
        clearing: 0,
      }),
  },
  'books that hold too little': {
    kinds: ['books_differ'],
    plant: (sides) => attempts(sides, { clearing: clearingOf(sides) - 1 }),
  },
  'a refund that is none of ours': {
    kinds: ['refund_unknown'],
    plant: ({ theirs, ours }) => ({
      theirs: {
        ...theirs,
        refunds: [
          ...theirs.refunds,
          {
            id: '1',
            status: 'processed',
            amount: kobo(1),
            note: 'Refunded in the dashboard',
            transactionId: theirs.transactions[0]?.providerId ?? '',
            currency: 'NGN',
            createdAt: at,
          },
        ],
      },
      ours,
    }),
  },
}

test('equal books have no difference, in any order and however often compared', () => {
  fc.assert(
    fc.property(days, fc.boolean(), (paid, twice) => {
      const { theirs, ours } = sidesOf(paid)
      const listed = theirs.transactions.toReversed()
      const transactions = twice ? [...listed, ...theirs.transactions] : listed
      expect(differences({ ...theirs, transactions }, ours)).toEqual(none)
    }),
  )
})

test.each(Object.entries(plantings))('%s is found, as exactly that', (_, { kinds, plant }) => {
  fc.assert(
    fc.property(days, (others) => {
      const sides = plant(sidesOf([{ amount: 1_000_000, fee: 25_000, back: 0 }, ...others]))
      expect(kindsOf(differences(sides.theirs, sides.ours))).toEqual(kinds)
    }),
  )
})

test.each([
  ['ended at Paystack and not here', 'processed', 'processing', ['refund_state']],
  ['failed at Paystack and not here', 'failed', 'pending', ['refund_state']],
  ['ended here and not yet in Paystack’s older list', 'processing', 'processed', []],
  ['failed at Paystack and ended here', 'failed', 'processed', ['refund_stuck']],
  ['ended at Paystack and failed here', 'processed', 'failed', ['refund_stuck']],
])('a refund %s', (_, theirState, ourState, kinds) => {
  const { theirs, ours } = sidesOf([{ amount: 1_000_000, fee: 25_000, back: 300_000 }])
  const clearing = 1_000_000 - 25_000 - (ourState === 'processed' ? 300_000 : 0)
  const found = differences(
    { ...theirs, refunds: change(theirs.refunds, 0, { status: theirState }) },
    {
      attempts: change(ours.attempts, 0, { clearing }),
      refunds: change(ours.refunds, 0, { state: ourState }),
    },
  )
  expect(kindsOf(found)).toEqual(kinds)
})

test('a refund that ended here and is missing there opens a case', () => {
  const { theirs, ours } = sidesOf([{ amount: 1_000_000, fee: 25_000, back: 300_000 }])
  expect(kindsOf(differences({ ...theirs, refunds: [] }, ours))).toEqual(['refund_stuck'])
})

test('money of the other mode is ignored, on either side', () => {
  const { theirs, ours } = sidesOf([{ amount: 1_000_000, fee: 25_000, back: 300_000 }])
  const stray = change(theirs.transactions, 0, { domain: 'live' })
  const attempts = change(ours.attempts, 0, { ofOtherMode: true, clearing: 0 })
  const refunds = theirs.refunds.map((refund) => ({ ...refund, note: '' }))
  const found = differences({ ...theirs, transactions: stray, refunds }, { attempts, refunds: [] })
  expect(found).toEqual(none)
})

test('a reversal explained by a lost dispute is no difference', () => {
  const { theirs, ours } = sidesOf([{ amount: 1_000_000, fee: 25_000, back: 0 }])
  const reversed = change(theirs.transactions, 0, { status: 'reversed' })
  const attempts = change(ours.attempts, 0, { lost: 1_000_000, clearing: -25_000 })
  expect(differences({ ...theirs, transactions: reversed }, { ...ours, attempts })).toEqual(none)
})

test('a payment started in the hour around midnight is compared only if Paystack lists it', () => {
  const { theirs, ours } = sidesOf([{ amount: 1_000_000, fee: 25_000, back: 0 }])
  const attempts = change(ours.attempts, 0, { ofDay: false, clearing: 0 })
  expect(differences({ ...theirs, transactions: [] }, { ...ours, attempts })).toEqual(none)
})
