import { kobo } from '@labalaba/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a file begins with the UTF-8 byte order mark, and has the line endings of RFC 4180', () => {
  expect(
    csvOf([
      ['Day', 'Amount'],
      ['2026-11-22', kobo(-60_050)],
    ]),
  ).toBe('\uFEFFDay,Amount\r\n2026-11-22,-600.50\r\n')
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [100, '1.00'],
  [1_250_000, '12500.00'],
])('%i kobo are written as %s', (amount, words) => {
  expect(csvOf([[kobo(amount)]])).toBe(`\uFEFF${words}\r\n`)
})

test.each([
  ['=1+1', "'=1+1"],
  ['+234', "'+234"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("http://evil.example","here")', `"'=HYPERLINK(""http://evil.example"",""here"")"`],
  ['a, "b"', '"a, ""b"""'],
  ['1=1', '1=1'],
  ['\u200b=1', "'=1"],
  ['\u202e=1\u{e0041}', "'=1"],
])('the text %j is not a formula', (text, written) => {
  expect(csvOf([[text]])).toBe(`\uFEFF${written}\r\n`)
})

/** Reads one record of RFC 4180, apart from the code that writes it. */
function readBack(file: string): string[] {
  const cells = file.slice(1, -2).match(/(?:"(?:[^"]|"")*"|[^,"]*)(?:,|$)/g) ?? []
  return cells
    .slice(0, file.slice(1, -2).endsWith(',') ? undefined : -1)
    .map((cell) => cell.replace(/,$/, ''))
    .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
}

test('any written text can be read back, and no cell begins as a formula does', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@",\r\n\t a1'), minLength: 1 }))
  const property = fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (row) => {
    const cells = readBack(csvOf([row]))
    expect(cells.map((cell, place) => (row[place] === cell ? cell : cell.replace(/^'/, '')))).toEqual(row)
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
  })
  fc.assert(property)
})
