import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unexpectedIn } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { readResistanceSheet } from './resistance-spreadsheet.ts'

const name = 'expected-resistance.csv'
const text = readFileSync(join(import.meta.dirname, '../../../../../../reference', name), 'utf8')
const problems: string[] = []
const rows = readResistanceSheet({ text, name }, problems)

test('the table of expected resistance is read, and each row says whether its source was', () => {
  expect(problems).toEqual([])
  expect(rows.filter(({ source, sourceRead }) => sourceRead === /no source was read/.test(source))).toEqual(
    [],
  )
})

test('a table with a row twice, or without organisms or agents, is refused', () => {
  const [head = '', row = ''] = text.split('\n')
  const broken: string[] = []
  readResistanceSheet({ text: [head, row, row, 'x,e. coli,,source,no,'].join('\n'), name }, broken)
  expect(broken).toHaveLength(3)
})

test.each([
  ['Klebsiella pneumoniae', 'Ampicillin', true],
  ['Klebsiella pneumoniae', 'Ceftriaxone', false],
  ['Escherichia coli', 'Ampicillin', false],
  ['Escherichia coli', 'Vancomycin', true],
  ['Salmonella Typhi', 'Azithromycin', false],
  ['Proteus mirabilis', 'Nitrofurantoin', true],
  ['Proteus mirabilis', 'Ampicillin', false],
  ['Pseudomonas aeruginosa', 'Ceftriaxone', true],
  ['P. aeruginosa', 'Ceftazidime', false],
  ['Acinetobacter baumannii', 'Meropenem', false],
  ['Stenotrophomonas maltophilia', 'Meropenem', true],
  ['Staphylococcus aureus', 'Colistin', true],
  ['Staphylococcus aureus (MRSA)', 'Vancomycin', false],
  ['Enterococcus faecalis', 'Ceftriaxone', true],
  ['Enterococcus faecalis', 'Ampicillin', false],
  ['Listeria monocytogenes', 'Cefotaxime', true],
  ['Candida krusei', 'Fluconazole', true],
  ['Candida albicans', 'Fluconazole', false],
])('%s that is said to be susceptible to %s warns: %s', (organism, agent, isUnexpected) => {
  const culture = `${organism}\n- ${agent}: S\n\nBreakpoints: EUCAST 2026`
  expect(unexpectedIn(culture, rows)).toBe(isUnexpected ? `${agent} for ${organism}` : null)
})
