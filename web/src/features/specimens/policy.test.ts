import { parseLagosDate, type WorklistItem } from '@labalaba/contract'
import { expect, test } from 'vitest'
import {
  bornWords,
  comingWords,
  dayOptions,
  nextAct,
  personWords,
  resultsWords,
  samplesWords,
  stageTag,
} from './policy.ts'

const day = (text: string) => parseLagosDate(text) ?? expect.unreachable()
const now = new Date('2026-11-22T09:00:00Z')

const may = {
  checkIn: false,
  collect: false,
  attend: false,
  print: false,
  changeRequest: false,
  receive: false,
  reject: false,
}

test('labels are printed before samples are taken, and once', () => {
  expect(nextAct({ may: { ...may, checkIn: true } }, false)).toBe('checkIn')
  expect(nextAct({ may: { ...may, collect: true, print: true } }, false)).toBe('print')
  expect(nextAct({ may: { ...may, collect: true, print: true } }, true)).toBe('collect')
  expect(nextAct({ may: { ...may, print: true, receive: true, reject: true } }, false)).toBe('receive')
  expect(nextAct({ may: { ...may, print: true, reject: true } }, true)).toBe(null)
})

const work: WorklistItem = {
  ...{ reference: 'LB-1', state: 'scheduled', stage: 'to_come', patientName: 'Ada', gender: 'Female' },
  ...{ bornOn: null, mode: 'walkin', location: 'Yaba', collectionDate: null, collectionTime: null },
  ...{
    handover: null,
    results: null,
    testCount: 1,
    isUrgent: false,
    unverifiedCritical: null,
    checkedInAt: null,
    since: now.toISOString(),
    sampleData: false,
  },
  samples: { expected: 0, collected: 0, received: 0 },
}

test('a row shows home visit or walk-in, or that the patient has arrived', () => {
  expect(comingWords(work, now)).toBe('Walk-in')
  expect(comingWords({ ...work, checkedInAt: '2026-11-22T08:40:00Z' }, now)).toBe('Here since today, 9:40 am')
  const visit = { mode: 'sampleCollection', collectionDate: '2026-11-23', collectionTime: '07:00' } as const
  expect(comingWords({ ...work, ...visit }, now)).toBe('Home visit, Mon 23 Nov, 7:00 am')
})

test('a patient who is checked in is here, and not to come', () => {
  const at = '2026-11-22T08:40:00Z'
  expect(stageTag({ stage: 'to_come', checkedInAt: null }, now).words).toBe('To come')
  expect(stageTag({ stage: 'to_come', checkedInAt: at }, now)).toEqual({
    ...{ words: 'Here since today, 9:40 am', tone: 'ok' },
  })
  expect(stageTag({ stage: 'in_lab', checkedInAt: at }, now).words).toBe('In the lab')
  expect(stageTag({ stage: null, checkedInAt: null }, now).words).toBe('Cancelled')
})

test('a row shows sex and age, of a newborn in days', () => {
  expect(personWords('Female', '1961-04-12', now)).toBe('Female, 65 years')
  expect(personWords('Female', '2026-11-22', now)).toBe('Female, less than 1 day')
  expect(bornWords('2026-11-10', now)).toBe('10 November 2026 (12 days)')
  expect(personWords('Female', null, now)).toBe('Female')
})

test('a row shows the progress of its samples', () => {
  expect(samplesWords(work)).toBe('')
  expect(samplesWords({ ...work, samples: { expected: 2, collected: 0, received: 0 } })).toBe('2 samples')
  expect(samplesWords({ ...work, samples: { expected: 1, collected: 1, received: 0 } })).toBe(
    '1 of 2 collected',
  )
  expect(samplesWords({ ...work, samples: { expected: 0, collected: 1, received: 2 } })).toBe(
    '2 of 3 received',
  )
})

test('days lie ahead for expected patients, and behind elsewhere', () => {
  const words = (stage: 'to_come' | 'done') => dayOptions(stage, day('2026-11-22')).map(({ label }) => label)
  expect(words('to_come').slice(0, 4)).toEqual(['Any day', 'Today', 'Tomorrow', 'Tuesday 24 November'])
  expect(words('done').slice(0, 4)).toEqual(['Any day', 'Today', 'Yesterday', 'Friday 20 November'])
})

test('an order in the lab shows what its results wait for, with numbers if tests differ', () => {
  const words = (toEnter: number, toVerify: number, toRelease: number) =>
    resultsWords({ results: { toEnter, toVerify, toRelease } })
  expect(words(2, 0, 0)).toBe('To be entered')
  expect(words(0, 1, 0)).toBe('To be verified')
  expect(words(0, 0, 3)).toBe('To be released')
  expect(words(1, 2, 0)).toBe('1 to enter, 2 to verify')
  expect(words(0, 0, 0)).toBe('')
  expect(resultsWords({ results: null })).toBe('')
})
