import { expect, test } from 'vitest'
import { type Measured, seriesOf } from './series.ts'

function hb(day: number, changes: Partial<Measured> = {}): Measured {
  return {
    ...{ analyteId: 3, loinc: '718-7', name: 'Haemoglobin', value: '12.5', amount: 12.5 },
    ...{ catalogueUcum: null, catalogueFactor: null },
    ...{ ucum: 'g/dL', unit: 'g/dL', low: 12, high: 15, flag: 'normal', basis: 'catalogue' },
    ...{ at: new Date(Date.UTC(2026, 0, day)), order: `LB-${day}`, lab: 'Yaba Lab', reportId: `r${day}` },
    ...{
      number: 1,
      orderId: day,
      releasedAt: new Date(Date.UTC(2026, 0, day)),
      isSensitive: false,
      ownFrom: null,
    },
    ...changes,
  }
}

test('one value is no series, nor are two of the same time', () => {
  expect(seriesOf([hb(1)])).toEqual([])
  expect(seriesOf([hb(1), hb(1, { analyteId: 9 })])).toEqual([])
})

test('values stand in the unit of the newest, each with the interval of its own report', () => {
  const old = { value: '118', amount: 118, ucum: 'g/L', unit: 'g/L', low: 115, high: 165 } as const
  const [one, ...more] = seriesOf([hb(9), hb(2, { ...old, flag: 'normal' })])
  expect(more).toEqual([])
  expect(one?.series).toMatchObject({ name: 'Haemoglobin', unit: 'g/dL', apartFrom: [] })
  expect(one?.series.points).toMatchObject([
    { amount: 11.8, low: 11.5, high: 16.5, reported: { value: '118', unit: 'g/L' }, order: 'LB-2' },
    { amount: 12.5, low: 12, high: 15, reported: { value: '12.5', unit: 'g/dL' }, order: 'LB-9' },
  ])
})

test('values in units of labs are compared by the catalogue’s, each with what was reported', () => {
  const glucose = {
    loinc: '14771-0',
    name: 'Fasting glucose',
    low: 3.4,
    high: 6,
    ucum: 'mmol/L',
    unit: 'mmol/L',
  }
  const moles = { ...glucose, value: '7.0', amount: 7 }
  const mass = {
    ...{ ...glucose, value: '126', amount: 126, ucum: 'mg/dL', unit: 'mg/dL', low: 61, high: 108 },
    ...{ catalogueUcum: 'mmol/L', catalogueFactor: 10 / 180.156 },
  }
  const [toMass] = seriesOf([hb(9, mass), hb(2, moles)])
  expect(toMass?.series).toMatchObject({ unit: 'mg/dL', apartFrom: [] })
  expect(toMass?.series.points).toMatchObject([
    { amount: 126.1, low: 61.25, high: 108.1, reported: { value: '7.0', unit: 'mmol/L' } },
    { amount: 126, low: 61, high: 108, reported: { value: '126', unit: 'mg/dL' } },
  ])
  const [toMoles] = seriesOf([hb(9, moles), hb(2, mass)])
  expect(toMoles?.series.points).toMatchObject([{ amount: 6.994 }, { amount: 7 }])
  const twice = seriesOf([hb(9, mass), hb(2, { ...mass, value: '99', amount: 99 })])
  expect(twice[0]?.series.points.map(({ amount }) => amount)).toEqual([99, 126])
})

test('values in units without a factor form two series, and both say so', () => {
  const moles = { value: '7.8', amount: 7.8, ucum: 'mmol/L', unit: 'mmol/L', low: null, high: null } as const
  const drawn = seriesOf([hb(1), hb(5), hb(3, moles)])
  expect(drawn.map(({ series }) => [series.unit, series.apartFrom, series.points.length])).toEqual([
    ['g/dL', ['mmol/L'], 2],
    ['mmol/L', ['g/dL'], 1],
  ])
  expect(new Set(drawn.map(({ series }) => series.id)).size).toBe(2)
})

test('two tests that measure the same by LOINC are one series, and without LOINC two are two', () => {
  expect(seriesOf([hb(1), hb(2, { analyteId: 77 })])).toHaveLength(1)
  expect(seriesOf([hb(1, { loinc: null }), hb(2, { loinc: null, analyteId: 77 })])).toEqual([])
})

test('a value below or above what can be measured says so', () => {
  const [one] = seriesOf([hb(1, { value: '<0.5', amount: 0.5 }), hb(2, { value: '>90', amount: 90 }), hb(3)])
  expect(one?.series.points.map(({ bound }) => bound)).toEqual(['below', 'above', null])
})
