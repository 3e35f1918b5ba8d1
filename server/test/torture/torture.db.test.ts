import { expect, test } from 'vitest'
import { torture } from './torture.ts'

test('whatever is killed, lost, repeated or late while people pay, the books end as Paystack has it, to the kobo', async () => {
  const { PATH = '', HOME = '' } = process.env
  const trial = { minutes: 0.35, seed: 7, customers: 4, surroundings: { PATH, HOME } }
  const { breaches, orders, faults } = await torture(trial)
  expect(breaches).toEqual([])
  expect(orders).toBeGreaterThan(5)
  expect(faults.size).toBeGreaterThan(2)
}, 300_000)
