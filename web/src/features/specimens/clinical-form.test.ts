import type { ClinicalRequest } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { noDate } from '../../components/date-of-birth.ts'
import { bodyOf, hasUnsaved, mergedForm, openForm } from './clinical-form.ts'

const today = '2026-11-28'
const nothing: ClinicalRequest = {
  ...{ number: 1, pregnancy: null, week: null, lastPeriodOn: null, medicines: null, indication: null },
  ...{ pretestCounselling: null, fastedHours: null, isUrgent: false, intervalsOf: null, bornOn: null },
  ...{ isBornAbout: false, changedBy: null },
}
const order = (changes: Partial<ClinicalRequest> = {}) => ({ clinical: { ...nothing, ...changes } })
const typed = { indication: 'Tired for months', fastedHours: '9' }

test('answers of a colleague are filled in, and what was typed stays', () => {
  const opened = openForm(order(), today)
  const form = { ...opened, typed: { ...opened.typed, ...typed } }
  const now = order({ number: 2, fastedHours: 11, pretestCounselling: 'Sola, by phone', isUrgent: true })
  const merged = mergedForm(form, now, today)
  expect(merged).toMatchObject({ number: 2, isMerged: true })
  expect(bodyOf(merged)).toEqual({
    basedOn: 2,
    isUrgent: true,
    pretestCounselling: 'Sola, by phone',
    indication: 'Tired for months',
    fastedHours: 9,
  })
})

test('answers that make sense only together are not mixed', () => {
  const opened = openForm(order({ pregnancy: 'pregnant', week: 20 }), today)
  const form = { ...opened, typed: { ...opened.typed, week: '', lastPeriodOn: '2026-07-01' } }
  const now = order({ number: 2, pregnancy: 'not_pregnant', bornOn: '1966-01-01', isBornAbout: true })
  expect(bodyOf(mergedForm(form, now, today))).toEqual({
    ...{ basedOn: 2, isUrgent: false, pregnancy: 'pregnant', lastPeriodOn: '2026-07-01', age: 60 },
  })
  const aged = { ...opened, typed: { ...opened.typed, age: '40', birth: noDate } }
  expect(mergedForm(aged, order({ number: 2, bornOn: '1985-03-27' }), today).typed).toMatchObject({
    ...{ age: '40', birth: noDate, pregnancy: '' },
  })
})

test('details that this user saved, and whose answer was lost, are nobody else’s', () => {
  const opened = openForm(order(), today)
  const form = { ...opened, typed: { ...opened.typed, ...typed } }
  expect(hasUnsaved(opened)).toBe(false)
  expect(hasUnsaved(form)).toBe(true)
  const saved = mergedForm(form, order({ number: 2, indication: typed.indication, fastedHours: 9 }), today)
  expect(saved.isMerged).toBe(false)
  expect(hasUnsaved(saved)).toBe(false)
})
