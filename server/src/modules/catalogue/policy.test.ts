import { kobo } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { type Member, packageOf, packagePrice, promisedHours, tellingWords } from './policy.ts'

describe('the hours that a lab promises', () => {
  it.each([
    [24, 1, 24],
    [24, 1.15, 28],
    [4, 0.85, 4],
    [1, 0.1, 1],
    [336, 1.35, 454],
  ])('%d hours times %d is %d', (hours, factor, promised) => {
    expect(promisedHours(hours, factor)).toBe(promised)
  })

  it('are not an hour more because of floating point', () => {
    expect(100 * 1.1).toBeGreaterThan(110)
    expect(promisedHours(100, 1.1)).toBe(110)
  })
})

describe('a package', () => {
  const one: Member = {
    departments: ['Haematology'],
    specimen: 'Venous blood',
    container: 'EDTA',
    fastingHours: 0,
    preparation: 'No special preparation; you may eat and drink as normal.',
    turnaroundHours: 24,
    homeCollection: true,
    sex: 'any',
    asks: [],
    priceLowKobo: kobo(100_000),
    priceHighKobo: kobo(200_000),
  }
  const preparation = (...members: Partial<Member>[]) =>
    packageOf(
      members.map((change) => ({ ...one, ...change })),
      1,
    ).preparation

  it('is as strict as the strictest of its tests', () => {
    const scan = {
      ...one,
      departments: ['Ultrasound'],
      specimen: 'None',
      container: '',
      sex: 'female' as const,
      fastingHours: 6,
      turnaroundHours: 4,
      homeCollection: false,
    }
    expect(packageOf([one, scan, one], 0.85)).toMatchObject({
      departments: ['Haematology', 'Ultrasound'],
      specimen: 'Venous blood',
      container: 'EDTA',
      fastingHours: 6,
      turnaroundHours: 24,
      homeCollection: false,
      sex: 'female',
    })
    expect(packageOf([scan, { ...scan, sex: 'male' }], 1)).toMatchObject({ sex: 'any', specimen: 'None' })
  })

  it('costs its factor of the sum, to the nearest ₦50', () => {
    expect(packagePrice([kobo(100_000), kobo(23_000)], 0.85)).toBe(105_000)
    expect(packagePrice([kobo(550_000), kobo(320_000)], 0.57)).toBe(495_000)
    expect(packagePrice([kobo(100)], 0.1)).toBe(5000)
  })

  it('names each sample once, and no special kind beside the plain one', () => {
    const members = ['Venous blood', 'None', 'Stool', 'Venous blood (timed)', 'Urine (midstream)'].map(
      (specimen) => ({ ...one, specimen }),
    )
    expect(packageOf(members, 1).specimen).toBe('Venous blood, stool and urine (midstream)')
  })

  it('names the longest fast first and no shorter one beside it', () => {
    const long = 'Do not eat for 8 to 12 hours before the test; plain water is fine.'
    const short = 'Do not eat for 8 hours before the test.'
    expect(
      preparation(
        { preparation: 'Remove metal.' },
        { fastingHours: 8, preparation: short },
        {},
        { fastingHours: 10, preparation: long },
        { preparation: 'Remove metal.' },
        { preparation: 'No fasting; a counsellor will talk with you.' },
      ),
    ).toBe(`${long} Remove metal. A counsellor will talk with you.`)
  })

  it('without preparation says so', () => {
    expect(preparation({}, {})).toBe(one.preparation)
    expect(preparation({}, { preparation: 'No fasting; drink water.' })).toBe('No fasting; drink water.')
  })
})

describe('the distinguishing words', () => {
  it.each([
    ['malaria test', ['malaria']],
    ['the test for sugar', ['sugar']],
    ['test', ['test']],
    ['a b c d e f g h', ['b', 'c', 'd', 'e', 'f', 'g']],
    ['sugar sugar malaria sugar', ['sugar', 'malaria']],
    ['', []],
  ])('of "%s" are %j', (key, words) => {
    expect(tellingWords(key)).toEqual(words)
  })
})
