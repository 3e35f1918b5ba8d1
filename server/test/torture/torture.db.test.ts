import { expect, test } from 'vitest'
import { torture } from './torture.ts'

/** Every day another part of the faults has its turn. */
const seed = Math.floor(Date.now() / 86_400_000)

test(`whatever is killed, lost, repeated or late while people pay, the books end as Paystack has it, to the kobo (seed ${seed})`, async () => {
  const { PATH = '', HOME = '' } = process.env
  const trial = { minutes: 0.25, seed, customers: 5, surroundings: { PATH, HOME }, smallDisk: false }
  const { breaches, orders, faults } = await torture(trial)
  expect(breaches).toEqual([])
  expect(orders).toBeGreaterThan(5)
  expect(faults.size).toBeGreaterThan(5)
}, 300_000)
