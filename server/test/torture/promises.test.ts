import { expect, test } from 'vitest'
import { secondsWithoutBookings } from './promises.ts'

const served = (from: number, to = from) => ({ from, to, served: true })
const failed = (from: number, to = from) => ({ from, to, served: false })

test('time without bookings goes from the first request that failed to the end of the next that was served', () => {
  const calls = [served(0), failed(1000), failed(3000, 9000), served(10_000, 11_000), served(12_000)]
  expect(secondsWithoutBookings(calls, 20_000)).toBe(10)
})

test('it is added up, and goes to the end if no further booking was served', () => {
  const calls = [failed(0), served(2000), served(3000), failed(5000)]
  expect(secondsWithoutBookings(calls, 9000)).toBe(6)
  expect(secondsWithoutBookings([], 9000)).toBe(0)
})

test('requests count in the order in which they were sent', () => {
  expect(secondsWithoutBookings([served(4000, 5000), failed(1000, 9000)], 9000)).toBe(4)
})
