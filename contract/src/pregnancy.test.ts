import { describe, expect, test } from 'vitest'
import { limitsIn, type PregnancyLimit, trimestersOf } from './pregnancy.ts'

const row = (given: Partial<PregnancyLimit>): PregnancyLimit => ({
  ...{ trimesters: [1, 2, 3], low: null, high: null, isSigned: false },
  ...given,
})
const glucose = (...inPregnancy: PregnancyLimit[]) =>
  ({ low: 3.4, high: 6, basis: 'catalogue', inPregnancy }) as const

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
    const haemoglobin = { low: 12, high: 15, basis: 'catalogue', inPregnancy: [row({ low: 10.5 })] } as const
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
    const own = { low: 5.2, high: 6, basis: 'lab', inPregnancy: [row({ high: 5 })] } as const
    expect(limitsIn(own, [1])).toBe(own)
  })

  test('hold for a line that has no other, such as of a girl under 18', () => {
    const girl = { low: null, high: null, basis: 'adults_only', inPregnancy: [row({ high: 5 })] } as const
    expect(limitsIn(girl, [1])).toMatchObject({ low: null, high: 5, basis: 'pregnancy' })
  })
})
