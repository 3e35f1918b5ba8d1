import { expect, test } from 'vitest'
import { usualUseLimits } from '../../infra/http/use-limits.ts'
import { allowanceOf } from './allowance.ts'

test('a verified doctor can have two hundred unpaid orders, and other accounts twenty', () => {
  const earning = { earningOrdersPerDay: 40, earningsPerDay: 100_000_00 }
  expect(allowanceOf({ isVerifiedDoctor: false }, usualUseLimits)).toEqual({
    openOrders: 20,
    bookingsPerHour: 60,
    ...earning,
  })
  expect(allowanceOf({ isVerifiedDoctor: true }, usualUseLimits)).toEqual({
    openOrders: 200,
    bookingsPerHour: 300,
    ...earning,
  })
})
