import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../lib/api.ts'
import { cartLines } from './policy.ts'
import * as refusals from './refusals.ts'

const items = [
  { name: 'Full blood count', amount: 5000 },
  { name: 'Lipid profile', amount: 9000 },
]

describe('a refusal', () => {
  it('contains the current prices, and the cart adopts them', () => {
    const failure = new ApiFailure(409, 'price_changed', 'x', {
      data: { tests: [{ name: 'lipid  PROFILE', amount: 9500 }] },
    })
    const prices = refusals.newPrices(cartLines(items, undefined, undefined), failure)
    expect(refusals.repriced(items, prices).map((item) => item.amount)).toEqual([5000, 9500])
  })

  it('is resolved once the tests it named are out of the cart', () => {
    const of = (code: string, tests: unknown[]) => new ApiFailure(409, code, 'x', { data: { tests } })
    const gone = of('unknown_test', ['lipid profile'])
    expect(refusals.isPutRight(gone, items)).toBe(false)
    expect(refusals.isPutRight(gone, items.slice(0, 1))).toBe(true)
    const dearer = of('price_changed', [{ name: 'Lipid profile', amount: 9500 }])
    expect(refusals.isPutRight(dearer, items)).toBe(false)
    expect(refusals.isPutRight(dearer, items.slice(0, 1))).toBe(true)
    expect(refusals.isPutRight(of('busy', []), [])).toBe(false)
  })

  it('names tests, fields and an existing order, and tolerates an answer without them', () => {
    expect(refusals.namesIn({ tests: ['A', 4, 'B'] })).toEqual(['A', 'B'])
    expect(refusals.namesIn(undefined)).toEqual([])
    expect(refusals.pricesIn(null)).toEqual([])
    expect(
      refusals.refusedFields({ dob: 'no', 'type.details.sampleCollectionTime': 'late', other: 'x' }),
    ).toEqual({
      'patient-birth': 'no',
      'visit-time': 'late',
    })
    expect(refusals.orderIn({ orderReference: 'LB-1' })).toBe('LB-1')
    expect(refusals.orderIn({})).toBeNull()
  })
})
