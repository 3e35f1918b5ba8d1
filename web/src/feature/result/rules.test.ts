import type { AnalyteLine, LabReport, ResultValue } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { changeSince, gravestFirst, markOf, standing, summaryOf, tidyCode } from './rules.ts'

const line: AnalyteLine = {
  ...{ position: 1, name: 'Haemoglobin', kind: 'quantity', unit: 'g/dL', choices: [], expected: [] },
  ...{ low: 12, high: 15, criticalLow: 7, criticalHigh: 20, toBeConfirmed: false },
  last: { value: '13.2', unit: 'g/dL', at: '2026-01-01T00:00:00Z' },
}
const value = (name: string, flag: ResultValue['flag']): ResultValue => ({
  ...{ position: 1, name, kind: 'quantity', value: '1', unit: null, low: 0, high: 1, flag },
})

test('what is typed is marked at once, and what is no value says why', () => {
  expect(markOf(line, ' 6.9 ')).toEqual({ flag: 'critical_low' })
  expect(markOf(line, '')).toEqual({ flag: null })
  expect(markOf(line, 'lots')).toEqual({ wrong: 'give a number, such as 4.5 or <0.1' })
})

test('a change is told only between plain numbers of one unit', () => {
  expect(changeSince(line, '14')).toBe('up 0.8')
  expect(changeSince(line, '10.2')).toBe('down 3')
  expect(changeSince(line, '<7')).toBe(null)
  expect(changeSince({ ...line, unit: 'g/L' }, '14')).toBe(null)
  expect(changeSince({ ...line, last: null }, '14')).toBe(null)
})

test('critical values come first, then the other marked ones', () => {
  const values = [value('a', null), value('b', 'low'), value('c', 'normal'), value('d', 'critical_high')]
  expect(gravestFirst(values).map(({ name }) => name)).toEqual(['d', 'b', 'a', 'c'])
})

test('the patient reads how many values are outside', () => {
  expect(summaryOf([value('a', null)])).toMatch(/no usual interval/)
  expect(summaryOf([value('a', 'normal'), value('b', 'normal')])).toBe(
    'All 2 values that have a usual interval are within it.',
  )
  expect(summaryOf([value('a', 'normal'), value('b', 'high')])).toBe(
    '1 of 2 values is outside its usual interval. The others are within it.',
  )
})

test('a report says where it stands', () => {
  const report: LabReport = {
    ...{ id: '', test: '', partOf: null, sensitive: null, ready: true, analytes: [], versions: [], may: [] },
    draft: null,
  }
  expect(standing(report).words).toBe('To be entered')
  expect(standing({ ...report, ready: false }).words).toBe('Waiting for its sample')
})

test('a code is shown in groups', () => {
  expect(tidyCode('abcd efgh-jkmn pqrs')).toBe('ABCD-EFGH-JKMN-PQRS')
})
