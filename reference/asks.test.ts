import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTestSheet } from '../server/src/modules/catalogue/index.ts'
import { isOf } from '../server/src/modules/results/clinical/limit-spreadsheet.ts'
import {
  readAnalyteSheet,
  readCriticalSheet,
  readPregnancySheet,
} from '../server/src/modules/results/index.ts'

const sheet = (name: string) => ({ name, text: readFileSync(new URL(name, import.meta.url), 'utf8') })
const faults: string[] = []
const tests = readTestSheet(sheet('tests.csv'), faults)
const lines = readAnalyteSheet(sheet('analytes.csv'), tests, faults)
const critical = readCriticalSheet(sheet('critical-limits.csv'), lines, faults)
const pregnancy = readPregnancySheet(sheet('pregnancy-limits.csv'), lines, faults)

test('each test with a limit that holds in pregnancy asks about it', () => {
  expect(faults).toEqual([])
  const inPregnancy = [...pregnancy, ...critical.filter(({ trimesters }) => trimesters.length > 0)]
  const needing = lines.filter((line) => inPregnancy.some((row) => isOf(row, line)))
  const asking = tests.filter(({ asks }) => asks?.includes('pregnancy')).map(({ code }) => code)
  expect(needing.length).toBeGreaterThan(8)
  expect(needing.map(({ testCode }) => testCode).filter((code) => !asking.includes(code))).toEqual([])
})
