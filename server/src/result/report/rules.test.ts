import { expect, test } from 'vitest'
import { intervalFor } from './rules.ts'

test("the interval is the one of the patient's sex", () => {
  const analyte = { male_low: 13, male_high: 17, female_low: 12, female_high: 15 }
  expect(intervalFor(analyte, 'Male')).toEqual({ low: 13, high: 17 })
  expect(intervalFor(analyte, 'Female')).toEqual({ low: 12, high: 15 })
})
