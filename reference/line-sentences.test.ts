import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAnalyteSheet } from '../server/src/modules/results/index.ts'

const text = readFileSync(new URL('analytes.csv', import.meta.url), 'utf8')
const codes = [...text.matchAll(/^([a-z0-9-]+),/gm)].map(([, code = '']) => ({ code }))
const problems: string[] = []
const lines = readAnalyteSheet({ text }, codes, problems).map((line) => ({
  ...line,
  about: line.about ?? '',
}))
const sentences = [...new Set(lines.map(({ about }) => about))]

/** The different sentences about lines with the same key. */
function sentencesBy(key: (line: (typeof lines)[number]) => string | null): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of lines) {
    const name = key(line)
    if (name !== null) found.set(name, (found.get(name) ?? new Set()).add(line.about))
  }
  return found
}
const several = (found: Map<string, Set<string>>) =>
  [...found].filter(([, different]) => different.size > 1).map(([name]) => name)

test('each line says what it is, in one short sentence', () => {
  expect(problems).toEqual([])
  expect(lines.filter(({ about }) => about === '')).toEqual([])
  expect(sentences.filter((one) => one.length > 140)).toEqual([])
  expect(sentences.filter((one) => !/^\p{Lu}.*[\p{L}\p{N})]\.$/u.test(one))).toEqual([])
  expect(sentences.filter((one) => /[.!?] +\p{Lu}/u.test(one))).toEqual([])
})

test.each([
  ['speaks to the reader', /\b(you|your|yours)\b/i],
  ['says what a value means', /\b(high|higher|low|lower|raised|rises?|falls?|normal|abnormal|means?)\b/i],
  [
    'names an illness as found',
    /\b(disease|illness|infected|infection|diagnos\w+|suffers?|patients? with)\b/i,
  ],
  ['gives advice', /\b(should|must|ask|consult|see a|go to|call|talk to|avoid|treat)\b/i],
  [
    'alarms',
    /\b(danger\w*|serious|severe|risk\w*|cancer\w*|tumours?|malignan\w+|death|dies?|harm\w*|bad|poison\w*)\b/i,
  ],
])('no sentence %s', (_, words) => {
  expect(sentences.filter((one) => words.test(one))).toEqual([])
})

test('the same LOINC code has the same sentence', () => {
  expect(several(sentencesBy(({ loinc }) => loinc))).toEqual([])
})

test('the same name has the same sentence, unless it names something else in another sample', () => {
  expect(several(sentencesBy(({ name }) => name)).sort()).toEqual([
    ...['AFP', 'Appearance', 'Conclusion', 'Culture', 'Impression', 'Interpretation', 'Pus cells'],
    ...['Red blood cells', 'Species', 'Urine creatinine', 'White cells', 'pH'],
  ])
})
