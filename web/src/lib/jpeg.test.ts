import { expect, test } from 'vitest'
import { sizeWithin } from './jpeg.ts'

test('a picture is drawn smaller in its proportions, and never larger', () => {
  expect(sizeWithin({ width: 4000, height: 3000 }, 1600)).toEqual({ width: 1600, height: 1200 })
  expect(sizeWithin({ width: 1080, height: 2400 }, 1600)).toEqual({ width: 720, height: 1600 })
  expect(sizeWithin({ width: 640, height: 480 }, 1600)).toEqual({ width: 640, height: 480 })
  expect(sizeWithin({ width: 9000, height: 1 }, 1600)).toEqual({ width: 1600, height: 1 })
})
