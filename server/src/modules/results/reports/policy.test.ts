import { type LabInterval, type LagosDate, pregnancyLoinc } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import {
  type CriticalRow,
  dayOfAge,
  isAskedOf,
  measuresFor,
  missingLines,
  type PatientThen,
  sampleTakenAt,
  stillStands,
} from './policy.ts'

const haemoglobin = {
  ...{ kind: 'quantity', male_low: 13, male_high: 17, female_low: 12, female_high: 15 },
  ...{ critical_low: 7, critical_high: 20, to_be_confirmed: false },
}
const on = '2026-03-31' as LagosDate
const woman: PatientThen = { sex: 'Female', bornOn: '1985-03-27', on, trimesters: [] }
const child: PatientThen = { sex: 'Female', bornOn: '2018-03-27', on, trimesters: [] }
const none = {
  ...{
    low: null,
    high: null,
    criticalLow: null,
    criticalHigh: null,
    criticals: [],
    criticalsInPregnancy: [],
  },
}
const critical = { criticalLow: 7, criticalHigh: 20, criticals: [], criticalsInPregnancy: [] }

const own = (changes: Partial<LabInterval>): LabInterval => ({
  ...{ sex: null, from: { amount: 0, unit: 'days' }, to: null },
  ...{ low: 11, high: 16, criticalLow: null, criticalHigh: null, ...changes },
})

test('women and girls from 10 to 55 years are asked whether they are pregnant, and those whose age is not known', () => {
  const isAsked = (patient: Partial<PatientThen>) =>
    isAskedOf({ ...woman, ...patient }, { loinc: pregnancyLoinc })
  expect(
    ['2016-04-01', '2016-03-31', '1970-04-01', '1970-03-31'].map((bornOn) => isAsked({ bornOn })),
  ).toEqual([...[false, true, true, false]])
  expect([isAsked({ bornOn: '1969-03-31' }), isAsked({ bornOn: null }), isAsked({ sex: 'Male' })]).toEqual([
    ...[false, true, false],
  ])
  expect(isAskedOf({ ...woman, sex: 'Male' }, { loinc: '718-7' })).toBe(true)
})

test('values beside the lab’s own PDF need the answer whether the patient is pregnant, and no other line', () => {
  const lines = [
    { position: 1, name: 'Fasting glucose', loinc: '14771-0' },
    { position: 2, name: 'Glucose at 1 hour', loinc: null },
    { position: 4, name: 'Pregnancy', loinc: pregnancyLoinc },
  ].map((line) => ({ ...line, test_code: 'ogtt', needed: true, choices: [], structure: null }))
  const namesOf = (entered: readonly number[], hasPdf: boolean) =>
    missingLines(
      lines,
      entered.map((position) => ({ position, value: '5.1' })),
      hasPdf,
    ).map(({ name }) => name)
  expect(namesOf([1], true)).toEqual(['Pregnancy'])
  expect([namesOf([1, 4], true), namesOf([], true)]).toEqual([[], []])
  expect(namesOf([1], false)).toEqual(['Glucose at 1 hour', 'Pregnancy'])
})

test('a culture with growth needs its organism, or why none is named; one without growth, or in a PDF, does not', () => {
  const choices = ['No growth so far', 'No growth', 'Growth']
  const lines = [
    { position: 1, name: 'Culture', needed: true, choices, structure: null },
    { position: 3, name: 'Organisms', needed: false, choices: [], structure: 'isolates' as const },
  ].map((line) => ({ ...line, test_code: 'blood-culture', loinc: null }))
  const namesOf = (culture: string, organisms: readonly (string | null)[], hasPdf = false) =>
    missingLines(
      lines,
      [{ position: 1, value: culture }, ...organisms.map((value) => ({ position: 3, value }))],
      hasPdf,
    ).map(({ name }) => name)
  expect(namesOf('Growth', [])).toEqual(['Organisms'])
  expect(namesOf('Growth', ['Escherichia coli'])).toEqual([])
  expect(namesOf('Growth', [null])).toEqual([])
  expect(namesOf('No growth', [])).toEqual([])
  expect(namesOf('Growth', [], true)).toEqual([])
})

test('a version stands while it is released, and after versions that only completed it or added to it', () => {
  const at = new Date('2026-03-31T09:00:00Z')
  const version = (number: number, changes: object = {}) => ({
    ...{ number, state: 'corrected', released_at: at as Date | null, adds_only: false },
    ...{ after_preliminary: null as 'completed' | 'changed' | 'withdrawn' | null, ...changes },
  })
  const out = { state: 'released' }
  const draft = { state: 'draft', released_at: null }
  expect(stillStands([version(1, out)], 1)).toBe(true)
  expect(stillStands([version(2, draft), version(1, out)], 1)).toBe(true)
  expect(stillStands([version(2, { ...out, adds_only: true }), version(1)], 1)).toBe(true)
  expect(stillStands([version(2, { ...out, after_preliminary: 'completed' }), version(1)], 1)).toBe(true)
  expect(stillStands([version(2, out), version(1)], 1)).toBe(false)
  expect(stillStands([version(3, { ...out, adds_only: true }), version(2), version(1)], 1)).toBe(false)
  expect(stillStands([version(2, { state: 'withdrawn', adds_only: true }), version(1)], 1)).toBe(false)
  expect(stillStands([version(1, { state: 'withdrawn' })], 1)).toBe(false)
})

describe('the catalogue’s interval', () => {
  test('is the one of the patient’s sex, with its critical limits', () => {
    const limits = { ...critical, basis: 'catalogue' }
    expect(measuresFor(haemoglobin, [], [], woman)).toEqual({ low: 12, high: 15, ...limits })
    expect(measuresFor(haemoglobin, [], [], { ...woman, sex: 'Male' })).toEqual({
      low: 13,
      high: 17,
      ...limits,
    })
  })

  test('says that the lab is to confirm it', () => {
    const unsure = { ...haemoglobin, to_be_confirmed: true }
    expect(measuresFor(unsure, [], [], woman).basis).toBe('unconfirmed')
  })

  test('measures no one who was under 18 when the sample was taken, until the eighteenth birthday', () => {
    expect(measuresFor(haemoglobin, [], [], child)).toEqual({ ...none, ...critical, basis: 'adults_only' })
    const born = (bornOn: string) => measuresFor(haemoglobin, [], [], { ...woman, bornOn }).basis
    expect([born('2008-04-01'), born('2008-03-31')]).toEqual(['adults_only', 'catalogue'])
  })

  test('treats a patient without a date of birth as an adult, as bookings for children have one', () => {
    expect(measuresFor(haemoglobin, [], [], { ...woman, bornOn: null }).basis).toBe('catalogue')
  })

  test('is empty if the catalogue has none, and for values that are no numbers', () => {
    const bare = { ...haemoglobin, female_low: null, female_high: null }
    const limitless = { ...bare, critical_low: null, critical_high: null }
    expect(measuresFor(limitless, [], [], child)).toEqual({ ...none, basis: null })
    const choice = { ...limitless, kind: 'choice' }
    expect(measuresFor(choice, [own({})], [], woman)).toEqual({
      ...none,
      basis: null,
    })
  })
})

describe('a lab’s own interval', () => {
  test('takes the place of the catalogue’s, also for a child; critical limits stay where it gives none', () => {
    const expected = { ...critical, low: 11, high: 16, basis: 'lab' }
    expect(measuresFor(haemoglobin, [own({})], [], woman)).toEqual(expected)
    expect(measuresFor(haemoglobin, [own({})], [], child)).toEqual(expected)
  })

  test('is chosen by sex and by the age on the day the sample was taken', () => {
    const young = own({ from: { amount: 6, unit: 'months' }, to: { amount: 12, unit: 'years' }, low: 10.5 })
    const boys = own({ sex: 'Male', from: { amount: 12, unit: 'years' }, low: 12.5 })
    const girls = own({ sex: 'Female', from: { amount: 12, unit: 'years' }, low: 11.5 })
    const low = (patient: Partial<PatientThen>) =>
      measuresFor(haemoglobin, [young, boys, girls], [], { ...child, ...patient })
    expect(low({}).low).toBe(10.5)
    expect(low({ bornOn: '2014-04-01' }).low).toBe(10.5)
    expect(low({ bornOn: '2014-03-31' }).low).toBe(11.5)
    expect(low({ bornOn: '2014-03-31', sex: 'Male' }).low).toBe(12.5)
    // Not six months old yet: nothing fits, and the catalogue's is for adults.
    expect(low({ bornOn: '2025-10-01' })).toEqual({ ...none, ...critical, basis: 'adults_only' })
  })

  test('that needs an age fits no one whose day of birth is unknown', () => {
    const adults = own({ from: { amount: 18, unit: 'years' } })
    expect(measuresFor(haemoglobin, [adults], [], { ...woman, bornOn: null }).basis).toBe('catalogue')
    expect(measuresFor(haemoglobin, [own({})], [], { ...woman, bornOn: null }).basis).toBe('lab')
  })
})

describe('the table of critical limits', () => {
  const row = (changes: Partial<CriticalRow>): CriticalRow => ({
    ...{ sex: null, from: { amount: 0, unit: 'days' }, to: null, tier: 'immediate' },
    ...{ atOrBelow: null, atOrAbove: null, choices: [], trimesters: [], ...changes },
  })
  const newborn = row({ to: { amount: 28, unit: 'days' }, atOrAbove: 24 })
  const older = row({ from: { amount: 28, unit: 'days' }, atOrAbove: 19 })
  const highFor = (patient: Partial<PatientThen>, of = [newborn, older]) =>
    measuresFor(haemoglobin, [], of, { ...woman, ...patient }).criticals.map(({ atOrAbove }) => atOrAbove)

  test('is read by age and sex on the day the sample was taken', () => {
    expect(highFor({ bornOn: '2026-03-27' })).toEqual([24])
    expect(highFor({ bornOn: '2026-03-03' })).toEqual([19])
    expect(highFor({})).toEqual([19])
    expect(highFor({}, [row({ sex: 'Male', atOrAbove: 19 })])).toEqual([])
  })

  test('takes the place of the catalogue’s limit of that side alone', () => {
    expect(measuresFor(haemoglobin, [], [older], woman)).toMatchObject({ criticalLow: 7, criticalHigh: null })
  })

  test('gives way to the lab’s own limit of that side alone', () => {
    const { criticalHigh, criticalLow, criticals } = measuresFor(
      haemoglobin,
      [own({ criticalHigh: 18 })],
      [older, row({ atOrBelow: 8 })],
      woman,
    )
    expect([criticalLow, criticalHigh]).toEqual([null, 18])
    expect(criticals.map(({ atOrBelow, atOrAbove }) => [atOrBelow, atOrAbove])).toEqual([[8, null]])
  })

  test('keeps the rows of a pregnancy apart, so that none takes the place of another limit', () => {
    const inPregnancy = row({ trimesters: [2, 3], atOrBelow: 9, tier: 'urgent' })
    const { criticalLow, criticals, criticalsInPregnancy } = measuresFor(
      haemoglobin,
      [],
      [inPregnancy],
      woman,
    )
    expect([criticalLow, criticals]).toEqual([7, []])
    expect(criticalsInPregnancy).toEqual([
      { trimesters: [2, 3], atOrBelow: 9, atOrAbove: null, choices: [], tier: 'urgent' },
    ])
    // A lab's own critical limits are not for a pregnancy.
    const withOwn = measuresFor(haemoglobin, [own({ criticalLow: 6 })], [inPregnancy], woman)
    expect([withOwn.criticalLow, withOwn.criticalsInPregnancy.length]).toEqual([6, 1])
  })

  test('reads a patient without a date of birth as an adult', () => {
    expect(highFor({ bornOn: null })).toEqual([19])
  })
})

test('an age is reached on a day of the calendar', () => {
  expect(dayOfAge('2026-01-31', { amount: 1, unit: 'months' })).toBe('2026-02-28')
  expect(dayOfAge('2024-02-29', { amount: 18, unit: 'years' })).toBe('2042-02-28')
  expect(dayOfAge('2026-03-27', { amount: 28, unit: 'days' })).toBe('2026-04-24')
})

test('the time of collection is that of the sample in the lab', () => {
  const served = { tests: [{ position: 1, testId: 7 }] }
  const sample = (state: string, day: string) => {
    const at = new Date(`${day}T23:30:00Z`)
    return { ...served, state, collected_at: at, received_at: at }
  }
  const samples = [sample('rejected', '2026-03-29'), sample('received', '2026-03-31')]
  expect(sampleTakenAt(samples, { position: 1, test_id: 7 })).toEqual(new Date('2026-03-31T23:30:00Z'))
  expect(sampleTakenAt(samples, { position: 2, test_id: 7 })).toBe(undefined)
})

describe('limits by hours of age', () => {
  /** Born yesterday; at 10 o'clock in Lagos between 10 and 34 hours old. */
  const baby: PatientThen = {
    ...{ sex: 'Female', bornOn: '2026-03-30', on, takenAt: new Date('2026-03-31T09:00:00Z'), trimesters: [] },
  }
  const hours = (amount: number) => ({ amount, unit: 'hours' }) as const
  const row = (changes: Partial<CriticalRow>): CriticalRow => ({
    ...{ sex: null, from: { amount: 0, unit: 'days' }, to: null, tier: 'immediate', choices: [] },
    ...{ trimesters: [], atOrBelow: null, atOrAbove: 22, ...changes },
  })
  const countsFor = (patient: PatientThen, changes: Partial<CriticalRow>) =>
    measuresFor(haemoglobin, [], [row(changes)], patient).criticals.length === 1

  test('count while the patient can be of that age, since no hour of birth is known', () => {
    expect(countsFor(baby, { to: hours(11) })).toBe(true)
    expect(countsFor(baby, { to: hours(10) })).toBe(false)
    expect(countsFor(baby, { from: hours(34) })).toBe(true)
    expect(countsFor(baby, { from: hours(35) })).toBe(false)
    expect(countsFor(baby, { from: hours(72), to: { amount: 28, unit: 'days' } })).toBe(false)
    // A baby who was born today is not older than the day.
    expect(countsFor({ ...baby, bornOn: on }, { from: hours(11) })).toBe(false)
    expect(countsFor({ ...baby, bornOn: on }, { to: hours(1) })).toBe(true)
  })

  test('count by the whole day if the time of the sample is not known, and for no adult', () => {
    const { takenAt: _, ...anytime } = baby
    expect([countsFor(anytime, { to: hours(1) }), countsFor(anytime, { from: hours(48) })]).toEqual([
      true,
      true,
    ])
    expect(countsFor(anytime, { from: hours(49) })).toBe(false)
    for (const adult of [woman, { ...woman, bornOn: null }]) {
      expect(countsFor(adult, { to: hours(24) })).toBe(false)
      expect(countsFor(adult, { from: hours(24) })).toBe(true)
    }
  })

  test('all count that can hold: the strictest is critical', () => {
    const rows = [row({ to: hours(24), atOrAbove: 20 }), row({ from: hours(24), atOrAbove: 24 })]
    const { criticals } = measuresFor(haemoglobin, [], rows, baby)
    expect(criticals.map(({ atOrAbove }) => atOrAbove)).toEqual([20, 24])
  })

  test('give the widest interval of the lab’s own, and its strictest critical limits', () => {
    const young = own({ to: hours(24), low: 14, high: 22, criticalLow: 9, criticalHigh: 26 })
    const older = own({ from: hours(24), low: 13, high: 20, criticalLow: 8, criticalHigh: 24 })
    expect(measuresFor(haemoglobin, [young, older], [row({})], baby)).toEqual({
      ...{ low: 13, high: 22, basis: 'lab', criticalLow: 9, criticalHigh: 24, criticals: [] },
      criticalsInPregnancy: [],
    })
    expect(measuresFor(haemoglobin, [young, { ...older, high: null }], [], baby)).toMatchObject({
      ...{ low: 13, high: null },
    })
    // One that gives no critical limit leaves the table's in force.
    const bare = { ...older, criticalHigh: null }
    expect(measuresFor(haemoglobin, [young, bare], [row({})], baby)).toMatchObject({
      ...{ criticalLow: 9, criticalHigh: 26, criticals: [{ atOrAbove: 22 }] },
    })
    expect(measuresFor(haemoglobin, [young, bare], [], baby)).toMatchObject({ criticalHigh: 20 })
  })
})
