import { kobo } from '@labalaba/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Rate, shareOut } from './policy.ts'

const rate: Rate = {
  lab_bps: 8500,
  doctor_policy: 'percentage',
  doctor_bps: 500,
  doctor_flat_kobo: kobo(0),
  phlebotomist_bps: 8000,
}

test('the shares of any order add up to its total, and none is negative', () => {
  const rates = fc.record({
    lab_bps: fc.integer({ min: 0, max: 9000 }),
    doctor_policy: fc.constantFrom('percentage' as const, 'flat' as const, 'off' as const),
    doctor_bps: fc.integer({ min: 0, max: 1000 }),
    doctor_flat_kobo: fc.nat(10_000_000).map(kobo),
    phlebotomist_bps: fc.integer({ min: 0, max: 10_000 }),
  })
  fc.assert(
    fc.property(
      rates,
      fc.integer({ min: 100, max: 10 ** 11 }),
      fc.nat(10_000_000),
      fc.boolean(),
      (any, tests, fee, doctor) => {
        const parts = Object.values(shareOut(any, kobo(tests), kobo(fee), doctor))
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(tests + fee)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('a doctor’s share is taken from the platform’s only', () => {
  const without = shareOut(rate, kobo(1_000_000), kobo(700_000), false)
  const withDoctor = shareOut(rate, kobo(1_000_000), kobo(700_000), true)
  expect(withDoctor).toEqual({ ...without, doctor: 50_000, platform: without.platform - 50_000 })
})

test('a flat fee is paid in full, but never more than the platform has, and no share is paid when switched off', () => {
  expect(
    shareOut(
      { ...rate, doctor_policy: 'flat', doctor_flat_kobo: kobo(60_000) },
      kobo(1_000_000),
      kobo(0),
      true,
    ).doctor,
  ).toBe(60_000)
  expect(
    shareOut(
      { ...rate, doctor_policy: 'flat', doctor_flat_kobo: kobo(999_999) },
      kobo(1_000_000),
      kobo(0),
      true,
    ).doctor,
  ).toBe(150_000)
  expect(shareOut({ ...rate, doctor_policy: 'off' }, kobo(1_000_000), kobo(0), true).doctor).toBe(0)
})
