import { describe, expect, test } from 'vitest'
import { type CriticalInPregnancy, limitsIn, type PregnancyLimit, trimestersOf } from './pregnancy.ts'

const uncritical = { criticals: [], criticalsInPregnancy: [] } as const
const row = (given: Partial<PregnancyLimit>): PregnancyLimit => ({
  ...{ trimesters: [1, 2, 3], low: null, high: null, isSigned: false },
  ...given,
})
const glucose = (...inPregnancy: PregnancyLimit[]) =>
  ({ ...uncritical, low: 3.4, high: 6, basis: 'catalogue', inPregnancy }) as const

describe('the limits of a pregnant patient', () => {
  test('are those of her trimester, and stay as they are for other patients', () => {
    const line = glucose(row({ trimesters: [1], high: 5 }), row({ trimesters: [2, 3], high: 5.5 }))
    expect(limitsIn(line, trimestersOf('Pregnant, weeks 1–13'))).toMatchObject({
      ...{ low: 3.4, high: 5, basis: 'pregnancy' },
    })
    expect(limitsIn(line, trimestersOf('Pregnant, from week 28')).high).toBe(5.5)
    for (const answer of ['Not pregnant', 'Not known', 'anything', null, undefined])
      expect(limitsIn(line, trimestersOf(answer))).toBe(line)
  })

  test('are the strictest of all three if the weeks are not known', () => {
    const line = glucose(row({ trimesters: [1], high: 5.5 }), row({ trimesters: [2], high: 5 }))
    expect(limitsIn(line, trimestersOf('Pregnant, week not known')).high).toBe(5)
  })

  test('never take a mark away until a pathologist has signed them', () => {
    const usual = { ...uncritical, low: 12, high: 15, basis: 'catalogue' } as const
    const haemoglobin = { ...usual, inPregnancy: [row({ low: 10.5 })] }
    expect(limitsIn(haemoglobin, [2])).toBe(haemoglobin)
    const signed = { ...haemoglobin, inPregnancy: [row({ low: 10.5, isSigned: true })] }
    expect(limitsIn(signed, [2])).toMatchObject({ low: 10.5, high: 15, basis: 'pregnancy' })
    const first = row({ trimesters: [1], low: 10.5, isSigned: true })
    expect(limitsIn({ ...haemoglobin, inPregnancy: [first] }, [1]).low).toBe(10.5)
    expect(limitsIn({ ...haemoglobin, inPregnancy: [first] }, [1, 2, 3]).low).toBe(12)
    const both = { ...haemoglobin, inPregnancy: [row({ low: 10.5, isSigned: true }), row({ low: 11 })] }
    expect(limitsIn(both, [2])).toBe(both)
  })

  test('do not hold if they leave no interval beside that of a lab', () => {
    const own = { ...uncritical, low: 5.2, high: 6, basis: 'lab', inPregnancy: [row({ high: 5 })] } as const
    expect(limitsIn(own, [1])).toBe(own)
  })

  test('hold for a line that has no other, such as of a girl under 18', () => {
    const usual = { ...uncritical, low: null, high: null, basis: 'adults_only' } as const
    const girl = { ...usual, inPregnancy: [row({ high: 5 })] }
    expect(limitsIn(girl, [1])).toMatchObject({ low: null, high: 5, basis: 'pregnancy' })
  })
})

describe('a critical limit of a pregnancy', () => {
  const inLate: CriticalInPregnancy = {
    ...{ tier: 'urgent', atOrBelow: null, atOrAbove: 97, choices: [], trimesters: [2, 3] },
  }
  const { trimesters: _, ...limit } = inLate
  const general = { ...limit, atOrAbove: 500 }
  const creatinine = {
    ...({ low: 45, high: 84, basis: 'catalogue', inPregnancy: [] } as const),
    ...{ criticals: [general], criticalsInPregnancy: [inLate] },
  }
  const limitsOf = (answer: string | null) =>
    limitsIn(creatinine, trimestersOf(answer)).criticals.map(({ atOrAbove }) => atOrAbove)

  test('holds in its trimesters alone, beside the general ones', () => {
    expect(limitsOf('Pregnant, weeks 14–27')).toEqual([500, 97])
    expect(limitsOf('Pregnant, from week 28')).toEqual([500, 97])
    expect(limitsOf('Pregnant, weeks 1–13')).toEqual([500])
    for (const answer of ['Not pregnant', 'Not known', null]) expect(limitsOf(answer)).toEqual([500])
  })

  test('holds if the week is not known', () => {
    expect(limitsOf('Pregnant, week not known')).toEqual([500, 97])
  })

  test('changes neither the interval nor where it comes from', () => {
    expect(limitsIn(creatinine, [2])).toMatchObject({ low: 45, high: 84, basis: 'catalogue' })
  })
})
