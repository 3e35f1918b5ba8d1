import { expect, test } from 'vitest'
import { torture } from './torture.ts'

/** Every day another part of the faults has its turn. */
const seed = Math.floor(Date.now() / 86_400_000)

test(`whatever is killed, lost, repeated or late while users pay, the books end as Paystack’s, to the kobo (seed ${seed})`, async () => {
  const { PATH = '', HOME = '' } = process.env
  const trial = { minutes: 0.25, seed, customers: 5, surroundings: { PATH, HOME }, smallDisk: false }
  const { breaches, orders, faults } = await torture(trial)
  expect(breaches).toEqual([])
  // How much fits into its time is the machine's to say.
  expect(orders).toBeGreaterThan(0)
  expect(faults.size).toBeGreaterThan(0)
}, 300_000)
