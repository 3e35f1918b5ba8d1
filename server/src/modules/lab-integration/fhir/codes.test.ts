import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { choicesOf, codingOf, readCodeSheet } from './codes.ts'

const text = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../reference', name), 'utf8')
/** Every part between bars of a column of a file. */
function column(name: string, of: string): ReadonlySet<string> {
  const lines: Record<string, string>[] = parse(text(name), { columns: true })
  return new Set(lines.flatMap((line) => (line[of] ?? '').split('|')))
}

const problems: string[] = []
const rows = readCodeSheet({ text: text('codes.csv') }, problems)
const wordsOf = (kind: string) => rows.filter((row) => row.kind === kind).flatMap(({ words }) => words)
const loinc = 'http://loinc.org'

describe('the table of codes', () => {
  test('has words once, a code with its display, and a source for each row', () => {
    expect(problems).toEqual([])
    expect(rows.filter(({ source, coding }) => source === '' || !coding.display)).toEqual([])
  })

  test('refuses words that are in two rows, and a row without a source', () => {
    const found: string[] = []
    const heading = 'kind,words,only_in,system,code,display,source'
    const row = 'choice,Positive,,http://loinc.org,LA6576-8,Positive'
    readCodeSheet({ text: [heading, `${row},LOINC`, `${row.replace('Pos', 'pos')},`].join('\n') }, found)
    expect(found).toEqual([expect.stringContaining('source'), expect.stringContaining('another row')])
  })

  test('names specimens and choices that the catalogue has', () => {
    const [specimens, choices] = [column('tests.csv', 'specimen'), column('analytes.csv', 'choices')]
    expect(wordsOf('specimen').filter((one) => !specimens.has(one))).toEqual([])
    expect(wordsOf('choice').filter((one) => !choices.has(one))).toEqual([])
  })

  test('has codes in the form of their systems; the check digit of a LOINC code is right', () => {
    const forms = {
      [loinc]: /^(LA)?\d{1,5}-\d$/,
      'http://terminology.hl7.org/CodeSystem/v2-0487': /^[A-Z]{2,6}$/,
      'http://www.ncbi.nlm.nih.gov/taxonomy': /^\d{1,7}$/,
    }
    const codings = rows.map(({ coding }) => coding)
    expect(codings.filter(({ system, code }) => !forms[system as keyof typeof forms]?.test(code))).toEqual([])
    const tests = codings.filter(({ system, code }) => system === loinc && !code.startsWith('LA'))
    expect(tests.filter(({ code }) => !hasCheckDigit(code))).toEqual([])
  })
})

/** The last digit of a LOINC code is made from the others, by the Luhn algorithm. */
function hasCheckDigit(code: string): boolean {
  const digits = [...code.replace('-', '')].map(Number).reverse()
  const sum = digits.reduce(
    (all, digit, at) => all + (at % 2 === 1 ? digit * 2 - (digit > 4 ? 9 : 0) : digit),
    0,
  )
  return sum % 10 === 0
}

describe('the code of words', () => {
  test('does not depend on upper case or spaces, and is absent for other words', () => {
    const coli = { coding: [expect.objectContaining({ code: '562' })] }
    expect(codingOf('organism', ' escherichia  Coli ')).toEqual(coli)
    expect(codingOf('organism', 'Coagulase-negative staphylococci')).toEqual({})
    expect(codingOf('choice', 'Not seen')).toEqual({})
  })

  test('is that of a blood group on the line of the blood group alone', () => {
    const group = { system: loinc, code: 'LA19710-5', display: 'Group A' }
    expect([codingOf('choice', 'A', '883-9'), codingOf('choice', 'A')]).toEqual([{ coding: [group] }, {}])
  })

  test('is that of a word on any line, unless the line has one of its own', () => {
    expect(codingOf('choice', 'Positive', '883-9')).toEqual(codingOf('choice', 'Positive'))
    expect(codingOf('agent', 'Positive')).toEqual({})
  })
})

test('a code stands for each choice that has it', () => {
  expect(choicesOf({ system: loinc, code: 'LA11841-6' }, [])).toEqual(['+', '1+'])
  const others = [{ system: 'http://snomed.info/sct', code: 'LA11841-6' }, { system: loinc, code: '562' }, {}]
  expect(others.flatMap((one) => choicesOf(one, []))).toEqual([])
})

test('the code of a blood group stands for a choice on the line of the blood group alone', () => {
  const group = { system: loinc, code: 'LA19710-5' }
  expect([choicesOf(group, ['883-9']), choicesOf(group, ['718-7'])]).toEqual([['A'], []])
})
