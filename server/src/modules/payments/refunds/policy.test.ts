import { type Kobo, kobo } from '@labalaba/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Shares, totalOf } from '../../ledger/index.ts'
import * as policy from './policy.ts'

const hour = 60 * 60 * 1000
const at = new Date('2026-11-22T09:00:00Z')

/** An order of ₦10,000 by a doctor, with a home visit of ₦6,000. */
const order = {
  lab_share_kobo: kobo(850_000),
  doctor_share_kobo: kobo(50_000),
  phlebotomist_share_kobo: kobo(480_000),
  platform_share_kobo: kobo(220_000),
  collection_fee_kobo: kobo(600_000),
}

test('a new order has all of its shares, those of the tests apart from those of the visit', () => {
  expect(policy.leftOf(order, policy.nothing)).toEqual({
    tests: { lab: 850_000, doctor: 50_000, phlebotomist: 0, platform: 100_000 },
    visit: { lab: 0, doctor: 0, phlebotomist: 480_000, platform: 120_000 },
  })
})

test.each([
  ['patient', false, 1_600_000],
  ['doctor', false, 1_600_000],
  ['patient', true, 1_000_000],
  ['doctor', true, 1_000_000],
  ['lab', true, 1_600_000],
  ['operator', true, 1_600_000],
])('a cancellation by a %s, set off: %s, refunds %i kobo', (actor, setOff, amount) => {
  const visit = { collection_on: '2026-11-22', collection_time: '08:00', fee_earned_at: null }
  const during = new Date('2026-11-22T08:59:00+01:00')
  const kept = policy.keepsFee({ ...visit, set_off_at: setOff ? at : null }, actor, during)
  expect(totalOf(policy.sharesOfAll(policy.leftOf(order, policy.nothing), kept))).toBe(amount)
})

test('after the window a journey retains no fee, and one in vain retains it permanently', () => {
  const visit = { collection_on: '2026-11-22', collection_time: '08:00', set_off_at: at }
  const after = new Date('2026-11-22T09:01:00+01:00')
  expect(policy.keepsFee({ ...visit, fee_earned_at: null }, 'patient', after)).toBe(false)
  expect(policy.keepsFee({ ...visit, set_off_at: null, fee_earned_at: at }, 'patient', after)).toBe(true)
  expect(policy.keepsFee({ ...visit, fee_earned_at: at }, 'operator', after)).toBe(false)
})

test('a refund of the visit alone is taken from the visit, and all shares of the tests are left', () => {
  const back: policy.Before = {
    request_key: `${policy.unusedFeeKey}LB-1`,
    source_kobo: kobo(600_000),
    origin: 'shares',
    lab_kobo: kobo(0),
    doctor_kobo: kobo(0),
    phlebotomist_kobo: kobo(480_000),
    platform_kobo: kobo(120_000),
  }
  const left = policy.leftOf(order, policy.takenBy([back]))
  expect(left).toEqual({
    tests: { lab: 850_000, doctor: 50_000, phlebotomist: 0, platform: 100_000 },
    visit: policy.nothing,
  })
  expect(totalOf(policy.sharesOfAll(left, true))).toBe(1_000_000)
})

test('a part is divided by largest remainder, of the tests first and of the visit only after them', () => {
  const left = policy.leftOf(order, policy.nothing)
  expect(policy.sharesOfPart(left, kobo(200_000))).toEqual({
    lab: 170_000,
    doctor: 10_000,
    phlebotomist: 0,
    platform: 20_000,
  })
  expect(policy.sharesOfPart(left, kobo(3))).toEqual({ lab: 3, doctor: 0, phlebotomist: 0, platform: 0 })
  expect(policy.sharesOfPart(left, kobo(1_100_000))).toEqual({
    lab: 850_000,
    doctor: 50_000,
    phlebotomist: 80_000,
    platform: 120_000,
  })
  expect(policy.sharesOfPart(left, kobo(1_600_001))).toBe(null)
})

/** An order of any size whose shares add up, as an order's do. */
const orders = fc
  .record({
    lab: fc.nat(900_000_000),
    doctor: fc.nat(50_000_000),
    platform: fc.nat(100_000_000),
    phlebotomist: fc.nat(5_000_000),
    visit: fc.nat(1_000_000),
  })
  .map(({ lab, doctor, platform, phlebotomist, visit }) => ({
    lab_share_kobo: kobo(lab),
    doctor_share_kobo: kobo(doctor),
    phlebotomist_share_kobo: kobo(phlebotomist),
    platform_share_kobo: kobo(platform + visit),
    collection_fee_kobo: kobo(phlebotomist + visit),
  }))

const sharers = ['lab', 'doctor', 'phlebotomist', 'platform'] as const

function plus(one: Shares, other: Shares): Shares {
  return {
    lab: kobo(one.lab + other.lab),
    doctor: kobo(one.doctor + other.doctor),
    phlebotomist: kobo(one.phlebotomist + other.phlebotomist),
    platform: kobo(one.platform + other.platform),
  }
}

function amountLeft(money: policy.OrderMoney, taken: Shares): Kobo {
  const { tests, visit } = policy.leftOf(money, taken)
  return kobo(totalOf(tests) + totalOf(visit))
}

test('parts of any order add up to the requested sum, take no share below zero, and all parts are the whole', () => {
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 })
  const property = fc.property(orders, parts, (money, fractions) => {
    let taken = policy.nothing
    for (const fraction of [...fractions, 1]) {
      const amount = kobo(Math.floor(amountLeft(money, taken) * fraction))
      const shares = policy.sharesOfPart(policy.leftOf(money, taken), amount)
      if (!shares) throw new Error('what is left was refused')
      expect(totalOf(shares)).toBe(amount)
      taken = plus(taken, shares)
      const { tests, visit } = policy.leftOf(money, taken)
      for (const sharer of sharers) {
        expect(shares[sharer]).toBeGreaterThanOrEqual(0)
        expect(tests[sharer]).toBeGreaterThanOrEqual(0)
        expect(visit[sharer]).toBeGreaterThanOrEqual(0)
      }
    }
    expect(taken).toEqual({
      lab: money.lab_share_kobo,
      doctor: money.doctor_share_kobo,
      phlebotomist: money.phlebotomist_share_kobo,
      platform: money.platform_share_kobo,
    })
    expect(policy.sharesOfPart(policy.leftOf(money, taken), kobo(1))).toBe(null)
  })
  fc.assert(property, { numRuns: 500 })
})

test('money is refunded to its source as far as it came from there, and the rest as credit', () => {
  expect(policy.waysBack(kobo(500), 'source', kobo(900))).toEqual({ toSource: 500, toCredit: 0 })
  expect(policy.waysBack(kobo(500), 'source', kobo(200))).toEqual({ toSource: 200, toCredit: 300 })
  expect(policy.waysBack(kobo(500), 'source', kobo(0))).toEqual({ toSource: 0, toCredit: 500 })
  expect(policy.waysBack(kobo(500), 'credit', kobo(900))).toEqual({ toSource: 0, toCredit: 500 })
})

test('a failed refund is retried after one, six and twenty-four hours, and then by a person', () => {
  const pauses = [1, 2, 3, 4].map((failures) => {
    const next = policy.retryAfter(failures, at)
    return next && (next.getTime() - at.getTime()) / hour
  })
  expect(pauses).toEqual([1, 6, 24, null])
})
