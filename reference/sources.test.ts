import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSheet } from '../server/src/infra/files/spreadsheet.ts'

const columns = ['test_code', 'position', 'analyte', 'kind', 'source', 'needs_confirmation']
const limits = ['ref_male_low', 'ref_male_high', 'ref_female_low', 'ref_female_high']
const others = ['loinc', 'loinc_verified', 'unit_ucum', 'unit_display', 'choices', 'expected', 'needed']
const unused = [...others, 'critical_low', 'critical_high', 'about', 'structure']
const faults: string[] = []
const lines = readSheet(
  { name: 'analytes.csv', text: readFileSync(new URL('analytes.csv', import.meta.url), 'utf8') },
  { needed: [...columns, ...limits], optional: unused },
  faults,
  (cells) => ({
    place: `${cells.text('test_code', 80)}/${cells.text('position', 4)} ${cells.text('analyte', 200)}`,
    kind: cells.text('kind', 20),
    source: cells.optionalText('source', 300),
    toBeConfirmed: cells.yesNo('needs_confirmation'),
    /** That there is none of something needs no source. */
    hasInterval: limits.some((limit) => !['', '0'].includes(cells.optionalText(limit, 20))),
  }),
)
const confirmed = lines.filter(({ toBeConfirmed }) => !toBeConfirmed)

/** Sources of which no one can say where their figures come from: templates, memory, and sites that share documents. */
const unfit =
  /\bseeds?\b|\btemplate\b|\bEMR\b|recalled|memory|not re-read|scribd|documents\.pub|pdfslide|docsbay|vdocuments|coursehero|droracle|webnode|hotlib|flipbuilder|surjen|answers\.com|quora|wikipedia|blogspot|wordpress/i

test('the files can be read', () => {
  expect(faults).toEqual([])
  expect(lines.length).toBeGreaterThan(600)
})

test('no line is confirmed by a template, by memory, or by a site that shares documents', () => {
  expect(confirmed.filter(({ source }) => unfit.test(source)).map(({ place }) => place)).toEqual([])
})

test('each confirmed interval names a source that can be opened', () => {
  const without = confirmed.filter(
    ({ hasInterval, source }) => hasInterval && !/\([\w.-]+\.[a-z]{2,}[\w/.-]*\)|\bPMC\d{6,}\b/.test(source),
  )
  expect(without.map(({ place, source }) => `${place}: ${source}`)).toEqual([])
})

test('the interval of neutrophils, which marks healthy people in Nigeria, is to be confirmed', () => {
  const neutrophils = lines.filter(({ place }) => /Neutrophils/.test(place))
  expect(neutrophils.map(({ toBeConfirmed }) => toBeConfirmed)).toEqual([true, true, true])
})
