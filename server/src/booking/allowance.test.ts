import { expect, test } from 'vitest'
import { usualUseLimits } from '../platform/use-limits.ts'
import { allowanceOf } from './allowance.ts'

test('a doctor may have two hundred orders unpaid, and everybody else twenty', () => {
  expect(allowanceOf({ type: 'user' }, usualUseLimits)).toEqual({ openOrders: 20, bookingsPerHour: 60 })
  expect(allowanceOf({ type: 'doctor' }, usualUseLimits)).toEqual({ openOrders: 200, bookingsPerHour: 300 })
  expect(allowanceOf({ type: 'operator' }, usualUseLimits).openOrders).toBe(20)
})
