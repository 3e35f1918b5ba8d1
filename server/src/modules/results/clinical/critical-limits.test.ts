import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, type LagosDate, readValue } from '@labalaba/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnalyteInput, readAnalyteSheet } from '../analytes/analyte-spreadsheet.ts'
import { dayOfAge, measuresFor, type PatientThen } from '../reports/policy.ts'
import { isOf, readCriticalSheet } from './critical-spreadsheet.ts'

const reference = join(import.meta.dirname, '../../../../../reference')
const text = (name: string) => readFileSync(join(reference, name), 'utf8')
const problems: string[] = []
const codes = new Set([...text('analytes.csv').matchAll(/^([a-z0-9-]+),/gm)].map(([, code = '']) => code))
const tests = [...codes].map((code) => ({ code }))
const lines = readAnalyteSheet({ text: text('analytes.csv'), name: 'analytes.csv' }, tests, problems)
const rows = readCriticalSheet(
  { text: text('critical-limits.csv'), name: 'critical-limits.csv' },
  lines,
  problems,
)
test('the table of critical limits fits the catalogue', () => {
  expect(problems).toEqual([])
})

const on = '2026-03-31' as LagosDate

function measures(line: AnalyteInput, patient: PatientThen) {
  const analyte = {
    ...{ kind: line.kind, male_low: line.maleLow, male_high: line.maleHigh },
    ...{ female_low: line.femaleLow, female_high: line.femaleHigh, to_be_confirmed: line.toBeConfirmed },
    ...{ critical_low: line.criticalLow, critical_high: line.criticalHigh },
  }
  const theirs = rows.filter((row) => isOf(row, line))
  return { ...line, ...measuresFor(analyte, [], theirs, patient) }
}

function judged(line: AnalyteInput, patient: PatientThen, value: string) {
  const reading = readValue(line, value)
  if ('wrong' in reading) throw new Error(`${line.name} cannot be ${value}: ${reading.wrong}`)
  return judge(measures(line, patient), reading)
}

/** A patient of this age on the day the sample was taken: the amount with days, months or years. */
function aged(age: string, sex: string): PatientThen {
  const [amount = '0', unit = 'years'] = age.split(' ')
  const back = { amount: -Number(amount), unit: unit as 'days' | 'months' | 'years' }
  return { sex: sex === 'male' ? 'Male' : 'Female', bornOn: dayOfAge(on, back), on }
}

describe('the clinical cases', () => {
  const cases = text('cases/critical.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  test.each(cases)(
    '%s: %s %s, %s/%s of %s',
    (_name, age = '', sex = '', code, position, value = '', flag, tier) => {
      const line = lines.find((one) => one.testCode === code && one.position === Number(position))
      if (!line) throw new Error(`there is no line ${position} of ${code}`)
      const expected = { flag: flag === '' ? null : flag, tier: tier === '' ? null : tier }
      expect(judged(line, aged(age, sex), value)).toEqual(expected)
    },
  )
})

describe('a critical limit never vanishes', () => {
  const patients = fc.record({
    days: fc.oneof(fc.nat(60), fc.nat(365 * 100)),
    sex: fc.constantFrom('Male' as const, 'Female' as const),
  })
  const born = (days: number) => dayOfAge(on, { amount: -days, unit: 'days' })
  const limited = lines.filter(
    (line) => line.criticalLow !== null || line.criticalHigh !== null || rows.some((row) => isOf(row, line)),
  )

  test('at any age and for either sex, for a line that has one', () => {
    const quantities = limited.filter(({ kind }) => kind === 'quantity')
    fc.assert(
      fc.property(fc.constantFrom(...quantities), patients, (line, { days, sex }) => {
        const { criticalLow, criticalHigh, criticals } = measures(line, { sex, bornOn: born(days), on })
        const hasLow = criticalLow !== null || criticals.some(({ atOrBelow }) => atOrBelow !== null)
        const hasHigh = criticalHigh !== null || criticals.some(({ atOrAbove }) => atOrAbove !== null)
        const adult = measures(line, { sex, bornOn: '1985-03-27', on })
        const adultLow = adult.criticalLow !== null || adult.criticals.some((one) => one.atOrBelow !== null)
        const adultHigh = adult.criticalHigh !== null || adult.criticals.some((one) => one.atOrAbove !== null)
        expect([hasLow, hasHigh]).toEqual([hasLow || adultLow, hasHigh || adultHigh])
      }),
      { numRuns: 5000 },
    )
  })

  test('and no adult is judged less strictly than by the catalogue', () => {
    for (const line of limited.filter(({ kind }) => kind === 'quantity'))
      for (const [limit, step] of [
        [line.criticalLow, -0.000001],
        [line.criticalHigh, 0.000001],
      ] as const) {
        if (limit === null) continue
        const amount = limit + step * Math.max(1, limit)
        const { tier } = judge(measures(line, { sex: 'Female', bornOn: '1985-03-27', on }), {
          value: String(amount),
          amount,
        })
        expect.soft(tier, `${line.testCode}/${line.position} ${line.name} ${amount}`).not.toBe(null)
      }
  })
})
