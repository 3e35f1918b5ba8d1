import { expect, test } from 'vitest'
import { contradictionOf } from './cross-check.ts'

const mcv = { formula: 'mcv', units: null, sex: 'Female', age: 30, isPregnant: false } as const
const reading = (value: string) => ({ value, amount: Number(value.replace(/^[<>]/, '')) })

/** What a packed cell volume and red cells say of an MCV. */
const checked = (typed: string, cells = '36', red = '4.5') =>
  contradictionOf(mcv, reading(typed), [
    { name: 'PCV', ...reading(cells) },
    { name: 'RBC', ...reading(red) },
  ])

test('a typed value that differs by more than a tenth from what follows says what to check', () => {
  // 36 % of 4.5 are 80 fL.
  expect(checked('88.1')).toBe('PCV and RBC, which give 80.0')
  expect(checked('71.9')).toBe('PCV and RBC, which give 80.0')
  expect([checked('88'), checked('72'), checked('80')]).toEqual([null, null, null])
})

test('nothing is checked if a value is not exact, or nothing follows', () => {
  expect([checked('<50'), checked('95', '<36'), checked('95', '36', '0')]).toEqual([null, null, null])
})

test('a lab that has another unit is checked in it', () => {
  const perMicrolitre = { ...mcv, units: { factors: [1, 0.000001], result: null } }
  const given = [
    { name: 'PCV', ...reading('36') },
    { name: 'RBC', ...reading('4500000') },
  ]
  expect(contradictionOf(perMicrolitre, reading('95'), given)).toBe('PCV and RBC, which give 80.0')
})
