import { describe, expect, test } from 'vitest'
import { endedAt, linkOpens, type Move, maskedName, reachedAt, readReference } from './policy.ts'

test.each([
  'LB-0A1B-2C3D-4E5F-6G7H',
  'lb-0a1b-2c3d-4e5f-6g7h',
  ' LB 0A1B 2C3D 4E5F 6G7H ',
  'LB0A1B2C3D4E5F6G7H',
  '0a1b2c3d4e5f6g7h',
  'LB–OAIB–2C3D–4E5F–6G7H',
  'lb-0alb-2c3d-4e5f-6g7h',
])('%j is read as an order id', (typed) => {
  expect(readReference(typed)).toBe('LB-0A1B-2C3D-4E5F-6G7H')
})

test.each([
  '',
  'LB-',
  'LB-0A1B-2C3D-4E5F',
  'LB-0A1B-2C3D-4E5F-6G7H-8',
  'LB-0A1B-2C3D-4E5F-6G7U',
  'bk-0123456789abcdef',
  '🦋',
])('%j is not an order id', (typed) => {
  expect(readReference(typed)).toBeNull()
})

test.each([
  ['Ngozi Ade', 'Ngozi A.'],
  ['  Ngozi   Chiamaka  ọdẹ ', 'Ngozi Ọ.'],
  ['Ngozi', 'Ngozi'],
  ['', ''],
])('of the name %j only %j is shown', (name, shown) => {
  expect(maskedName(name)).toBe(shown)
})

const at = (hour: number) => new Date(`2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`)
const moves: Move[] = [
  { to: 'awaiting_payment', at: at(1) },
  { to: 'scheduled', at: at(2) },
  { to: 'sample_collected', at: at(3) },
  { to: 'lab_processing', at: at(4) },
]

describe('a stage', () => {
  test('was reached when the order last came to it', () => {
    expect(reachedAt('lab_processing', 'sample_collected', moves)).toEqual(at(3))
    expect(reachedAt('lab_processing', 'results_ready', moves)).toBeNull()
    expect(reachedAt('awaiting_payment', 'scheduled', moves)).toBeNull()
  })

  test('counts anew after the sample had to be taken again', () => {
    const back: Move[] = [...moves, { to: 'scheduled', at: at(5) }]
    expect(reachedAt('scheduled', 'sample_collected', back)).toBeNull()
    const again: Move[] = [...back, { to: 'sample_collected', at: at(6) }]
    expect(reachedAt('sample_collected', 'sample_collected', again)).toEqual(at(6))
  })
})

test('a link works while the order continues, however long, and for ninety days after its end', () => {
  expect(endedAt('lab_processing', moves)).toBeNull()
  expect(linkOpens(null, new Date('2036-01-01'))).toBe(true)
  const ended = endedAt('cancelled', [...moves, { to: 'cancelled', at: at(5) }])
  expect(ended).toEqual(at(5))
  expect(linkOpens(ended, new Date('2027-02-19T04:59:00Z'))).toBe(true)
  expect(linkOpens(ended, new Date('2027-02-19T05:00:00Z'))).toBe(false)
})
