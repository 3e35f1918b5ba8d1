import { expect, test } from 'vitest'
import { longestText, plainText, typedCharacters } from './result-text.ts'
import { readValue } from './result-value.ts'

test.each([
  ['Macroscopy:\r\n\r\n one piece. \rMicroscopy:\tcrypts', 'Macroscopy:\n\n one piece.\nMicroscopy: crypts'],
  ['  \n\nFirst\n\n\n\n  \nSecond\n\n', 'First\n\nSecond'],
  // As word processors break lines and pages.
  ['a\vb\fc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
  ['One line', 'One line'],
  [' \n ', ''],
])('a typed text keeps its lines and at most one empty line in a row: %j', (typed, kept) => {
  expect(plainText(typed)).toBe(kept)
  expect(plainText(kept)).toBe(kept)
})

test('a text may have 20,000 characters, and lines; a number and a choice may not', () => {
  const text = { kind: 'text', choices: [] } as const
  const long = `${'Crypts are regular. '.repeat(999)}\n\nEnd of the text.`
  expect(readValue(text, long)).toEqual({ value: long.replace('. \n', '.\n'), amount: null })
  expect(readValue(text, 'a'.repeat(longestText))).toMatchObject({ value: 'a'.repeat(longestText) })
  expect(readValue(text, 'a'.repeat(longestText + 1))).toEqual({
    wrong: 'give at most 20000 characters and 500 lines',
  })
  expect(readValue(text, 'a\n'.repeat(500))).toMatchObject({ amount: null })
  expect(readValue(text, 'a\n'.repeat(501))).toHaveProperty('wrong')
  expect(readValue({ kind: 'quantity', choices: [] }, '5\n6')).toHaveProperty('wrong')
  expect(readValue({ kind: 'choice', choices: ['Not seen'] }, 'Not\nseen')).toHaveProperty('wrong')
})

test('a long run of spaces or lines takes no time', () => {
  for (const one of [' ', '\n', ' \n', '\t'])
    expect(plainText(`a${one.repeat(longestText / one.length)}b`).length).toBeGreaterThan(1)
})

test.each([
  ['line breaks and tabs', 'a\r\nb\tc', true],
  ['letters of any language', 'ẹ̀jẹ̀ 血', true],
  ['a NUL', 'a\0', false],
  ['an escape', 'a\u001b[31m', false],
  ['a C1 control character', 'a\u0085', false],
])('%s may be typed: %j → %s', (_, typed, may) => {
  expect(typedCharacters.test(typed)).toBe(may)
})
