import type { LagosDate } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { readAnswers, trimestersOn, weekOn } from './policy.ts'

const today = '2026-03-31' as LagosDate
const none = { pregnancy: 'pregnant', week: null, week_on: null, last_period_on: null } as const

test.each([
  ['the week of the booking and the days since', { week: 20, week_on: '2026-03-10' }, 23, [2]],
  ['the last period', { last_period_on: '2026-01-01' }, 12, [1]],
  ['the last period, on the first day of week 28', { last_period_on: '2025-09-16' }, 28, [3]],
  ['no week', {}, null, [1, 2, 3]],
  ['a pregnancy that must have ended', { week: 40, week_on: '2026-03-01' }, 44, []],
] as const)('by %s', (_, known, week, trimesters) => {
  expect(weekOn({ ...none, ...known }, today)).toBe(week)
  expect(trimestersOn({ ...none, ...known }, today)).toEqual(trimesters)
})

test('no limits of pregnancy hold for others', () => {
  for (const pregnancy of ['not_pregnant', 'not_known', null] as const)
    expect(trimestersOn({ ...none, pregnancy }, today)).toEqual([])
  expect(trimestersOn(undefined, today)).toEqual([])
})

test('only what is asked is stored, and no empty reason', () => {
  const given = {
    pregnancy: 'pregnant',
    week: 8,
    medicines: ['antibiotics', 'blood_thinner'],
    indication: 'Pain',
  } as const
  const answers = { ...given, medicines: [...given.medicines] }
  expect(readAnswers(answers, ['antibiotics'], today)).toMatchObject({
    ...{ pregnancy: null, week: null, week_on: null, medicines: ['antibiotics'], indication: null },
  })
  expect(readAnswers(answers, ['pregnancy', 'indication'], today)).toMatchObject({
    ...{ pregnancy: 'pregnant', week: 8, week_on: today, medicines: null, indication: 'Pain' },
  })
  expect(readAnswers({ indication: '' }, ['indication'], today).indication).toBeNull()
})
