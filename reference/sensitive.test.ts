import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTestSheet } from '../server/src/modules/catalogue/index.ts'
import { readAnalyteSheet, readSensitiveSheet } from '../server/src/modules/results/index.ts'

const problems: string[] = []
const sheet = (name: string) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') })
const tests = readTestSheet(sheet('tests.csv'), problems)
const analytes = readAnalyteSheet(sheet('analytes.csv'), tests, problems)
const sensitive = readSensitiveSheet(sheet('sensitive.csv'), tests, problems)

type Test = (typeof tests)[number]

/**
 * Tests that harm a patient when the wrong person reads them: whole departments, and words in names or report
 * lines.
 */
const groups: Readonly<Record<string, (test: Test, words: string) => boolean>> = {
  HIV: (_, words) => /\bhiv\b|\bcd4\b|cryptococcal/i.test(words),
  hepatitis: (_, words) => /hepatitis|\bh[abcde]v\b|\bhbs|\bhbe|\bhbc/i.test(words),
  'sexually transmitted infections': (_, words) =>
    /syphilis|vdrl|\brpr\b|trepon|gonorr|chlamyd|trichomon|herpes|\bhsv\b|\bsti\b|\bstd\b|vaginal swab|cervical swab|urethral|semen culture/i.test(
      words,
    ),
  HPV: (_, words) => /\bhpv\b|papilloma/i.test(words),
  'cytology and histology': ({ department }, words) =>
    department === 'Histopathology and cytology' ||
    /cytolog|histolog|biops|\bpap\b|fine needle|marrow aspirat/i.test(words),
  'tumour markers': ({ department }, words) =>
    department === 'Tumour markers' || /cancer|tumou?r|carcino|myeloma|leuka?emia|bcr-abl/i.test(words),
  pregnancy: (_, words) =>
    /pregnan|\bhcg\b|obstetric|f(o)?etal|anomaly scan|biophysical profile/i.test(words),
  drugs: (_, words) => /drug (screen|test)|cannabis|cocaine|ethanol|alcohol/i.test(words),
  'genotype and genes': ({ category }, words) =>
    category === 'Genetics' ||
    /genotype|haemoglobin variants|sickl|karyotyp|paternity|prenatal|\bnipt\b/i.test(words),
  tuberculosis: (_, words) => /\btb\b|tubercul|mycobact|acid-fast|\bmantoux\b/i.test(words),
}

/** Tests whose words match a group and that do not belong to it. */
const others: Readonly<Record<string, string>> = {
  bilirubin: 'TB is total bilirubin here',
}

const wordsOf = ({ code, name, alsoKnownAs }: Test) =>
  [
    name,
    ...alsoKnownAs,
    ...analytes.filter(({ testCode }) => testCode === code).map((line) => line.name),
  ].join(' | ')

test('the files of the catalogue are right', () => {
  expect(problems).toEqual([])
})

test('every test of a group that is harmful in the wrong hands is sensitive', () => {
  const codes = new Set(sensitive.map(({ testCode }) => testCode))
  const missing = tests
    .filter(({ code }) => !codes.has(code) && !(code in others))
    .flatMap((one) =>
      Object.entries(groups)
        .filter(([, belongs]) => belongs(one, wordsOf(one)))
        .map(([group]) => `${one.code}: ${group}`),
    )
  expect(missing).toEqual([])
})

test('every sensitive test belongs to a group, and each group has some', () => {
  const groupsOf = (code: string) => {
    const one = tests.find((each) => each.code === code) ?? expect.unreachable()
    return Object.entries(groups).flatMap(([group, belongs]) => (belongs(one, wordsOf(one)) ? [group] : []))
  }
  const strays = sensitive.filter(({ testCode }) => groupsOf(testCode).length === 0)
  expect(strays.map(({ testCode }) => testCode)).toEqual([])
  const found = new Set(sensitive.flatMap(({ testCode }) => groupsOf(testCode)))
  expect([...found].toSorted()).toEqual(Object.keys(groups).toSorted())
})

test('a test missing from the list is found by its group', () => {
  const pap = tests.find(({ code }) => code === 'pap-smear') ?? expect.unreachable()
  const named = { ...pap, department: 'Another', code: 'new-smear' }
  expect(groups['cytology and histology']?.(named, wordsOf(pap))).toBe(true)
})

test('HIV, hepatitis B and C, genotype, paternity and cancer need counselling before the result; a biopsy does not', () => {
  const needing = new Set(sensitive.filter(({ counselling }) => counselling).map(({ because }) => because))
  expect([...needing].toSorted()).toEqual([
    ...['Cancer', 'Cancer gene', 'Cancer marker', 'Genotype', 'HIV', 'Hepatitis B', 'Hepatitis C'],
    'Paternity and kinship',
  ])
  const hiv = sensitive.filter(({ testCode }) => /^hiv-/.test(testCode))
  expect(hiv.length).toBeGreaterThan(3)
  for (const one of hiv) expect(one).toMatchObject({ counselling: true })
  for (const code of ['biopsy-small', 'pap-smear', 'fnac', 'vdrl', 'genexpert-mtb'])
    expect(sensitive.find(({ testCode }) => testCode === code)).toMatchObject({ counselling: false })
})

test('a child of fourteen reads the result of an HIV test alone; monitoring of a known infection stays with the guardian', () => {
  const alone = sensitive.filter(({ ownFrom }) => ownFrom !== null)
  expect(alone.map(({ testCode, ownFrom }) => [testCode, ownFrom])).toEqual([
    ['hiv-screen', 14],
    ['hiv-combo', 14],
  ])
})
