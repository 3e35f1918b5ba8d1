import { expect, test } from 'vitest'
import { type Figures, fallsShort, median, table } from './figures.ts'

const good: Figures = {
  performance: 99,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcp: 1500,
  tbt: 0,
  cls: 0,
  kilobytes: 120,
}
const landing = {
  name: 'landing',
  path: '/',
  signedIn: false,
  kilobytes: 150,
  faults: ['seo: no description'],
}

test('the median of three runs counts, for each figure separately', () => {
  const runs = [good, { ...good, performance: 60, lcp: 900 }, { ...good, performance: 97, lcp: 4000 }]
  expect(median(runs)).toMatchObject({ performance: 97, lcp: 1500 })
})

test('a page that misses its target is reported with its figure and its faults', () => {
  expect(fallsShort({ ...landing, figures: good })).toEqual([])
  expect(fallsShort({ ...landing, figures: { ...good, performance: 98, seo: 91 } })).toEqual([
    'landing: performance is 98, and has to be 99',
    'landing: seo is 91, and has to be 100',
    'landing: seo: no description',
  ])
})

test('a public page that is too heavy or shifts too much is reported', () => {
  const figures = { ...good, kilobytes: 151, cls: 0.03 }
  expect(fallsShort({ ...landing, faults: [], figures })).toEqual([
    'landing: cls is 0.03, and may be 0.02',
    'landing: kilobytes is 151, and may be 150',
  ])
})

test('signed-in pages have a lower speed target, and none for search engines', () => {
  const figures = { ...good, performance: 90, bestPractices: 90, seo: 60 }
  expect(fallsShort({ ...landing, signedIn: true, figures })).toEqual([])
})

test('a signed-in page that misses its target is reported without faults that do not apply to it', () => {
  const figures = { ...good, accessibility: 99 }
  const faults = ['accessibility: no label', 'best-practices: old call', 'seo: no description']
  expect(fallsShort({ ...landing, signedIn: true, figures, faults })).toEqual([
    'landing: accessibility is 99, and has to be 100',
    'landing: accessibility: no label',
  ])
})

test('the figures are in columns', () => {
  expect(table([{ ...landing, figures: good }]).split('\n')[1]).toMatch(
    /^landing +99 +100 +100 +100 +1\.50 +0/,
  )
})
