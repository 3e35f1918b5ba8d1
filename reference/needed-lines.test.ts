import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAnalyteSheet } from '../server/src/modules/results/index.ts'

const text = readFileSync(new URL('analytes.csv', import.meta.url), 'utf8')
const codes = [...text.matchAll(/^([a-z0-9-]+),/gm)].map(([, code = '']) => ({ code }))
const problems: string[] = []
const lines = readAnalyteSheet({ text }, codes, problems)

const neededOf = (code: string) =>
  lines.filter(({ testCode, needed }) => testCode === code && needed).map(({ name }) => name)

test('each test has a line without which its report is not final', () => {
  expect(problems).toEqual([])
  expect(codes.filter(({ code }) => neededOf(code).length === 0)).toEqual([])
})

test('a line that only says more about a finding, or comments on it, never holds a report back', () => {
  const details = /^(Organisms and susceptibility|Colony count|Comment|Film comment|Titre)/
  const asked = lines.filter(({ name, needed }) => needed && details.test(name))
  expect(asked).toEqual([])
})

test('the conclusion of a report in words is needed, as is each description of a tissue', () => {
  const conclusions = lines.filter(({ name }) =>
    /^(Diagnosis|Impression|Conclusion|Interpretation)$/.test(name),
  )
  expect(conclusions.filter(({ needed }) => !needed)).toEqual([])
  expect(neededOf('biopsy-small')).toEqual([
    ...['Macroscopic description', 'Microscopic description', 'Diagnosis'],
  ])
})

test.each([
  [
    'semen-analysis',
    [
      'Volume',
      'Liquefaction',
      'pH',
      'Sperm concentration',
      'Total motility',
      'Progressive motility',
      'Normal forms',
      'White cells',
    ],
  ],
  [
    'fbc',
    [
      ...[
        'White blood cells (WBC)',
        'Red blood cells (RBC)',
        'Haemoglobin',
        'Packed cell volume (PCV)',
        'MCV',
      ],
      ...['MCH', 'MCHC', 'Platelets', 'Neutrophils', 'Lymphocytes'],
    ],
  ],
  ['malaria-parasite', ['Malaria parasites', 'Species']],
  ['sputum-afb', ['Acid-fast bacilli']],
  ['genexpert-mtb', ['MTB complex DNA', 'Rifampicin resistance']],
  ['blood-culture', ['Culture']],
  ['urine-mcs', ['Pus cells', 'Red blood cells', 'Culture']],
  ['stool-mcs', ['Ova, cysts or parasites', 'Culture']],
  [
    'hvs-mcs',
    ['Yeast cells', 'Trichomonas vaginalis', 'Clue cells', 'Pus cells (wet film)', 'Gram stain', 'Culture'],
  ],
  ['csf-mcs', ['Appearance', 'White cells', 'Gram stain', 'Culture']],
  ['e-u-cr', ['Sodium', 'Potassium', 'Chloride', 'Bicarbonate', 'Urea', 'Creatinine']],
  [
    'lipid-profile',
    ['Total cholesterol', 'Triglycerides', 'HDL cholesterol', 'LDL cholesterol (calculated)'],
  ],
])('%s needs %j', (code, needed) => {
  expect(neededOf(code)).toEqual(needed)
})
