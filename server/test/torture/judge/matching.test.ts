import { expect, test } from 'vitest'
import { compare } from './against-paystack.ts'
import { matchTransactions } from './matching.ts'
import type { OurAttempt } from './our-attempts.ts'
import type { Theirs } from './paystack-truth.ts'

const own = (about: Partial<OurAttempt>): OurAttempt => ({
  ...{
    reference: 'bk-1',
    orderReference: 'LB-1',
    state: 'settled',
    total: 5000,
    captured: 5000,
    inBooks: true,
  },
  ...{
    fee: 75,
    refunded: 0,
    written: 0,
    fromBank: 0,
    credited: 0,
    awaited: 0,
    lost: 0,
    clearing: 4925,
    cases: [],
  },
  ...about,
})
const theirs = (about: Partial<Theirs>): Theirs => ({
  ...{ reference: 'bk-1', status: 'success', domain: 'test', currency: 'NGN', captured: 5000, refunded: 0 },
  ...{ refundsUnderWay: 0, fees: 75, lostToDisputes: 0, reversedOutside: 0, balance: 4925 },
  ...{ inDashboard: [], feeIsSaid: true },
  ...about,
})
const none = new Set<string>()
const counts = (...matched: Parameters<typeof matchTransactions>) => {
  const { transactions, lost, doubled } = matchTransactions(...matched)
  return [transactions, lost.length, doubled.length]
}

test('a transaction that both sides have alike is matched; one without money is none', () => {
  expect(counts([own({})], [theirs({}), theirs({ reference: 'bk-2', captured: 0 })], none)).toEqual([1, 0, 0])
})

test('money that the books do not have, or have less of, is lost', () => {
  expect(counts([], [theirs({})], none)).toEqual([1, 1, 0])
  expect(counts([own({ captured: 4000 })], [theirs({})], none)).toEqual([1, 1, 0])
})

test('money that the books have more of, or that Paystack never had, is doubled', () => {
  expect(counts([own({ captured: 10_000 })], [theirs({})], none)).toEqual([1, 0, 1])
  expect(counts([own({})], [], none)).toEqual([0, 0, 1])
})

test('a refund that only the books have is lost to its payer; one that Paystack made twice is doubled', () => {
  expect(counts([own({ refunded: 5000 })], [theirs({})], none)).toEqual([1, 1, 0])
  expect(counts([own({ refunded: 2000 })], [theirs({ refunded: 4000 })], none)).toEqual([1, 0, 1])
  const inDashboard = [{ id: '1', amount: 4000, done: true }]
  expect(counts([own({})], [theirs({ refunded: 4000, inDashboard })], none)).toEqual([1, 0, 0])
})

test('money that the case of a restore lists is not lost', () => {
  expect(counts([], [theirs({})], new Set(['bk-1']))).toEqual([1, 0, 0])
})

test('money that came and went is not lost; what stays of it is, unless it is of the other mode', () => {
  const never = own({ captured: 0, state: 'failed', cases: ['reversed_outside'] })
  const gone = theirs({ status: 'reversed', reversedOutside: 5000, balance: -75 })
  const stays = theirs({ status: 'reversed' })
  const ofOtherMode = theirs({ status: 'reversed', domain: 'live' })
  expect(counts([never], [gone], none)).toEqual([1, 0, 0])
  expect(compare(never, gone)).toEqual([])
  expect(counts([never], [stays], none)).toEqual([1, 1, 0])
  expect(compare(never, stays)).toHaveLength(1)
  expect(counts([never], [ofOtherMode], none)).toEqual([1, 0, 0])
  expect(compare(never, ofOtherMode)).toEqual([])
})
