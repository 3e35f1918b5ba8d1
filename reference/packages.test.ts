import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPackageSheet, readPurposeSheet, readTestSheet } from '../server/src/modules/catalogue/index.ts'
import { readSensitiveSheet } from '../server/src/modules/results/index.ts'

const problems: string[] = []
const sheet = (name: string) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') })
const tests = readTestSheet(sheet('tests.csv'), problems)
const packages = readPackageSheet(sheet('packages.csv'), tests, problems)
const purposes = readPurposeSheet(sheet('purposes.csv'), [...tests, ...packages], problems)
const sensitive = readSensitiveSheet(sheet('sensitive.csv'), tests, problems)

/** What an employer asks for, and what others ask for before work or school. */
const forWork = ['pre-employment', 'domestic-staff', 'food-handler']
const forOthers = ['school-admission', 'travel-study-abroad']

const testsOf = (code: string) =>
  packages.find((one) => one.code === code)?.testCodes ?? expect.unreachable(code)

test('the files of the catalogue are right', () => {
  expect(problems).toEqual([])
})

test('no package for work tests for HIV, syphilis, hepatitis B or C, or pregnancy', () => {
  const before = purposes.find(({ code }) => code === 'work-and-school') ?? expect.unreachable()
  const inIt = packages.filter(({ code }) => before.testCodes.includes(code)).map(({ code }) => code)
  expect(inIt.toSorted()).toEqual([...forWork, ...forOthers].toSorted())
  const refused = /^(HIV|Syphilis|Sexually transmitted infection|Hepatitis [BC]|Pregnancy)$/
  const codes = sensitive.filter(({ because }) => refused.test(because)).map(({ testCode }) => testCode)
  expect(codes).toEqual(expect.arrayContaining(['hiv-screen', 'vdrl', 'tpha', 'hbsag', 'pregnancy-urine']))
  for (const code of forWork)
    expect
      .soft(
        testsOf(code).filter((one) => codes.includes(one)),
        code,
      )
      .toEqual([])
})

test('no package has a single Widal test, and none of people who feel well looks for malaria', () => {
  const all = packages.map(({ code }) => code)
  expect(all.filter((code) => testsOf(code).includes('widal'))).toEqual([])
  expect(all.filter((code) => testsOf(code).some((one) => one.startsWith('malaria-')))).toEqual([
    'fever-check',
  ])
})

test('no text tells anyone to wait with a fever, and none promises a counsellor', () => {
  const texts = [...packages, ...tests].map(({ code, summary }) => ({ code, summary }))
  const waits = /lasts? (more|longer) than|after (a|one|two) (day|week)|wait/i
  expect(texts.filter(({ summary }) => waits.test(summary))).toEqual([])
  expect(texts.filter(({ summary }) => /counsellor (explains|will|talks)/i.test(summary))).toEqual([])
  expect(packages.find(({ code }) => code === 'fever-check')?.summary).toMatch(/see a doctor today/)
})
