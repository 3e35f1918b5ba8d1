import { expect, test } from 'vitest'
import { forgetGap } from './restore.ts'

test('a restore takes back the promises of the gap, and no earlier one', () => {
  const promises = {
    booked: new Map(['LB-1', 'LB-2', 'LB-3'].map((reference) => [reference, { total: null, by: '' }])),
    paid: new Set(['LB-1', 'LB-2']),
  }
  const lost = forgetGap(promises, { booked: new Set(['LB-1', 'LB-2']), paid: new Set(['LB-1']) })
  expect(lost).toBe(1)
  expect([...promises.booked.keys()]).toEqual(['LB-1', 'LB-2'])
  expect([...promises.paid]).toEqual(['LB-1'])
})
