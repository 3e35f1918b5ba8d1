import { expect, test } from 'vitest'
import { rowOf, tableHead } from './row.ts'

test('a row has a cell for each column of the table, and the faults with their numbers', () => {
  const broken = new Map([
    ['connections cut', 3],
    ['slow network', 1],
  ])
  const verdict = { orders: 120, matched: 80, broken, secondsWithoutBookings: 12.6, lost: 0, doubled: 0 }
  const row = rowOf('network', 'abcdef12', { seed: 7, minutes: 2 }, verdict)
  expect(row).toBe(
    '| network | 7 | abcdef12 | 2 | 120 | 80 | connections cut 3, slow network 1 | 13 s | 0 | 0 |',
  )
  expect(row.split('|')).toHaveLength(tableHead.split('\n')[0]?.split('|').length ?? 0)
})
