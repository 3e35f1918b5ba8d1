import { expect, test } from 'vitest'
import { type Candidate, mostAlike } from './alike.ts'

const lab = (id: number, name: string, places = ' yaba lagos'): Candidate => ({ id, name, places })
const labs = [
  lab(1, "o'neill zuberi clinic"),
  lab(2, 'adire-row zuberi'),
  lab(3, 'zuberi & sons'),
  lab(4, 'okafor diagnostics', ' ikeja lagos'),
  lab(5, 'okafor medical laboratory', ' enugu'),
]
const found = (...words: string[]) => mostAlike(words, labs).ids

test.each([
  [["o'neill", 'zubreri'], [1]],
  [['adire-row', 'zubreri'], [2]],
  [['&', 'zubreri'], [3]],
  [['okafro'], [4, 5]],
  [['okafro', 'ikeja'], [4]],
  [['okafro', 'enguu'], [5]],
  [['okafro', 'abuja'], []],
  [['adirerow'], [2]],
])('finds for %j the labs that have every word, or a similar one', (words, ids) => {
  expect(found(...words)).toEqual(ids)
})

test('returns the word that was probably meant', () => {
  expect(mostAlike(['okafro'], labs).meant).toEqual(['okafor'])
})
