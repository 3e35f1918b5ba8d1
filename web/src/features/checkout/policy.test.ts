import { type LabLocation, type LabTest, nameProblems } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { emptyDraft } from '../../lib/draft.ts'
import * as policy from './policy.ts'

const test = (testName: string, more: Partial<LabTest> = {}): LabTest => ({
  testName,
  category: 'Pathology',
  amount: 5000,
  code: testName,
  alsoKnownAs: [],
  summary: '',
  kind: 'test',
  includes: [],
  department: 'Haematology',
  departments: ['Haematology'],
  specimen: 'Venous blood',
  fastingHours: 0,
  preparation: 'No special preparation; you may eat and drink as normal.',
  turnaroundHours: 24,
  homeCollection: true,
  sex: 'any',
  asks: [],
  popularRank: null,
  ...more,
})

const location: LabLocation = {
  name: 'Yaba branch',
  address: '1 Herbert Macaulay Way, Yaba',
  landmark: '',
  area: 'Yaba',
  state: 'Lagos',
  latitude: null,
  longitude: null,
  openingHours: '',
  testsOffered: [],
  departments: ['Haematology'],
  collectionFee: 7000,
  pause: null,
}

const lab = { name: 'Yaba Labs', reference: 'yaba-labs', address: location.address }
const items = [
  { name: 'Full blood count', amount: 5000 },
  { name: 'Lipid profile', amount: 9000 },
]
const offered = [
  test('Full blood count'),
  test('Lipid profile', { amount: 9000, fastingHours: 10, preparation: 'Do not eat for 10 hours.' }),
]

/** 9:10 in the morning of Saturday 21 November in Lagos. */
const morning = new Date('2026-11-21T08:10:00Z')
const filled = {
  ...emptyDraft,
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '0803 123 4567',
  gender: 'Female',
  payment: 'online',
} as const
const visited = {
  ...filled,
  street: '14 Adeniyi Jones Avenue',
  area: 'Ikeja, Lagos',
  day: '2026-11-23',
  time: '07:00',
}

describe('the tests of the cart', () => {
  it('are fine if the lab still offers them here at that price', () => {
    const lines = policy.cartLines(items, offered, location)
    expect(lines.map((line) => [line.problem, line.priceNow])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('are not wrong while the lab has not answered', () => {
    const lines = policy.cartLines(items, undefined, undefined)
    expect(lines.every((line) => line.problem === null)).toBe(true)
    expect(policy.homeProblem(lines, undefined)).toBeNull()
  })

  it('name those no longer offered, or not at this location', () => {
    const lines = policy.cartLines(
      items,
      [test('Full blood count', { departments: ['Haematology', 'Imaging'] })],
      location,
    )
    expect(lines[0]?.problem).toContain('Not done at Yaba branch')
    expect(lines[1]?.problem).toContain('no longer offers')
    expect(lines.map(({ gone }) => gone)).toEqual([false, true])
    expect(policy.blockers(lines, true)).toEqual([
      'to remove Full blood count and Lipid profile from the cart',
    ])
  })

  it('name for a single test the package in the cart that includes it, and for no other', () => {
    const checkUp = test('Check-up', { kind: 'package', includes: ['Full blood count', 'Urea'] })
    const all = [...offered, checkUp]
    const within = (inCart: typeof items) =>
      policy.cartLines(inCart, all, location).map((line) => line.within)
    expect(within([...items, { name: 'Check-up', amount: 5000 }])).toEqual(['Check-up', null, null])
    expect(within(items)).toEqual([null, null])
  })

  it('name for the later of two packages the tests that the earlier includes too', () => {
    const bundle = (name: string, ...includes: string[]) => test(name, { kind: 'package', includes })
    const all = [
      ...[...offered, bundle('Fever check', 'Malaria parasite', 'Widal'), bundle('Heart check', 'Lipids')],
      bundle('Full check', 'Urea', 'malaria parasite', 'Widal', 'Lipids'),
      bundle('Fullest check', 'Urea', 'Malaria parasite', 'Widal', 'Lipids', 'Sugar'),
    ]
    const shared = (...names: string[]) =>
      policy
        .cartLines(
          names.map((name) => ({ name, amount: 5000 })),
          all,
          location,
        )
        .map((line) => line.shared)
    expect(shared('Fever check', 'Heart check', 'Full blood count')).toEqual([[], [], []])
    expect(shared('Fever check', 'Heart check', 'Full check')[2]).toEqual([
      'malaria parasite and Widal are also part of Fever check.',
      'Lipids is also part of Heart check.',
    ])
    expect(shared('Full check', 'Fullest check')[1]).toEqual(['4 of its tests are also part of Full check.'])
  })

  it('cannot be booked at a lab whose registration has expired', () => {
    expect(policy.blockers(policy.cartLines(items, offered, location), false)).toEqual([
      'a lab that takes bookings',
    ])
  })

  it('include the hours of fasting and the preparation', () => {
    const [, lipids] = policy.cartLines(items, offered, location)
    expect(lipids).toMatchObject({ fastingHours: 10, preparation: 'Do not eat for 10 hours.' })
  })
})

describe('home collection', () => {
  it('is refused by a location without visits, and by name for tests that must be taken at the lab', () => {
    const lines = policy.cartLines(items, [test('Full blood count', { homeCollection: false })], location)
    expect(policy.homeProblem(lines, location)).toContain('not possible for Full blood count.')
    expect(policy.homeProblem(lines, { ...location, collectionFee: null })).toBe(
      'Yaba branch does not offer home sample collection.',
    )
  })
})

describe('the missing answers', () => {
  it('are all that the specification requires, the method of payment last', () => {
    expect(policy.stillNeeded(emptyDraft, false)).toEqual([
      'a full name',
      'gender',
      'an email',
      'a phone number',
      'a payment method',
    ])
    expect(policy.stillNeeded(filled, false)).toEqual([])
  })

  it('do not include an email from a doctor, because the patient may have none', () => {
    const without = { ...filled, email: '' }
    expect(policy.stillNeeded(without, false)).toEqual(['an email'])
    expect(policy.stillNeeded(without, false, { byDoctor: true })).toEqual([])
    expect(policy.patientProblems(without, '2026-11-21')).toHaveProperty('patient-email')
    expect(policy.patientProblems(without, '2026-11-21', { byDoctor: true })).toEqual({})
    expect(policy.patientProblems({ ...filled, email: 'ada@' }, '2026-11-21', { byDoctor: true })).toEqual({
      'patient-email': 'Invalid email format',
    })
    expect(
      policy.stillNeeded({ ...without, consent: 'permission' }, false, { needed: 'permission' }),
    ).toEqual(['an email'])
  })

  it('include address, day and time for a home visit', () => {
    expect(policy.stillNeeded(filled, true)).toEqual([
      'a street address',
      'an area',
      'a visit day',
      'a visit time',
    ])
    expect(policy.stillNeeded(visited, true)).toEqual([])
  })

  it('include another area or a walk-in if no phlebotomist goes there, and no day without choices', () => {
    const there = { ...filled, street: '14 Abak Road', area: 'Gusau, Zamfara', payment: '' } as const
    expect(policy.stillNeeded(there, true, { canCome: false })).toEqual([
      'walk-in or another area',
      'a payment method',
    ])
    expect(policy.stillNeeded(there, false, { canCome: false })).toEqual(['a payment method'])
  })

  it('include the consent for the patient, until it is given', () => {
    const ask = (consent: '' | 'guardian' | 'permission') =>
      policy.stillNeeded({ ...filled, consent }, false, { needed: 'guardian' })
    expect(ask('')).toEqual(['your agreement as parent or guardian'])
    expect(ask('permission')).toEqual(['your agreement as parent or guardian'])
    expect(ask('guardian')).toEqual([])
  })

  it('are shortened for a small screen', () => {
    expect(policy.shortened(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
    expect(policy.shortened(['a', 'b', 'c', 'd'])).toEqual(['a', 'b', '2 more answers'])
  })
})

describe('a test that is usually for the other sex', () => {
  const semen = [{ name: 'Semen analysis', amount: 9000 }]
  const lines = policy.cartLines(semen, [test('Semen analysis', { sex: 'male', amount: 9000 })], location)

  it('is named once the gender is known, and for the other one only', () => {
    const others = (gender: '' | 'Male' | 'Female') => policy.forOtherSex(lines, { ...filled, gender })
    expect([others(''), others('Male'), others('Female')]).toEqual([[], [], ['Semen analysis']])
    const any = policy.cartLines(items, offered, location)
    expect(policy.forOtherSex(any, filled)).toEqual([])
  })

  it('is an error of the patient until the choice is made, and the booking includes the choice', () => {
    const found = policy.patientProblems(filled, '2026-11-21', { others: ['Semen analysis'] })
    expect(Object.keys(found)).toEqual(['patient-sex'])
    const despite = { ...filled, despiteSex: true }
    expect(policy.patientProblems(despite, '2026-11-21', { others: ['Semen analysis'] })).toEqual({})
    expect(policy.bookingFrom(despite, false, semen, lab)).toMatchObject({ despiteSex: true })
    expect(policy.bookingFrom(filled, false, semen, lab)).not.toHaveProperty('despiteSex')
  })
})

describe('the errors', () => {
  it('are none if the answers can be sent, with or without a date of birth', () => {
    expect(policy.patientProblems(filled, '2026-11-21')).toEqual({})
    expect(policy.visitProblems(visited, morning)).toEqual({})
  })

  it('have the messages of the specification where it has them', () => {
    const found = policy.patientProblems({ ...filled, email: 'ada@', phone: '123' }, '2026-11-21')
    expect(found['patient-email']).toBe('Invalid email format')
    expect(found['patient-phone']).toBe('phone number must start with 234')
  })

  it('have the server’s message for a name with a link', () => {
    const found = policy.patientProblems({ ...filled, name: 'Refund at evil.example' }, '2026-11-21')
    expect(found).toEqual({ 'patient-name': nameProblems.link })
  })

  it('include a date of birth that is incomplete or does not exist', () => {
    const born = (day: string, month: string, year: string) =>
      policy.patientProblems({ ...filled, birth: { day, month, year } }, '2026-11-21')['patient-birth']
    expect(born('3', '', '1985')).toContain('must include a month')
    expect(born('31', '2', '1985')).toContain('real date')
    expect(born('27', '3', '1985')).toBeUndefined()
  })

  it('include a time that passed while the form was open', () => {
    const late = { ...visited, day: '2026-11-21', time: '07:00' }
    expect(policy.visitProblems(late, morning)['visit-time']).toContain('has passed')
    const yesterday = { ...visited, day: '2026-11-20' }
    expect(policy.visitProblems(yesterday, morning)['visit-day']).toContain('has passed')
  })

  it('include a time outside all windows, which an older form may have stored', () => {
    expect(policy.visitProblems({ ...visited, time: '06:30' }, morning)['visit-time']).toBe('Choose a time')
    expect(policy.stillNeeded({ ...visited, time: '06:30' }, true)).toEqual(['a visit time'])
  })
})

describe('the booking that is sent', () => {
  it('has the lab in both ways, and the phone in its 234 form', () => {
    const booking = policy.bookingFrom(filled, false, items, lab)
    expect(booking).toMatchObject({
      phone: '2348031234567',
      type: { mode: 'walkin' },
      lab: { name: 'Yaba Labs', labReference: 'yaba-labs', location: location.address },
      provider: 'paystack',
      payment: 'online',
    })
    expect(policy.bookingFrom(visited, true, items, lab).lab).toEqual(booking.lab)
  })

  it('carries address, day and time of a home visit', () => {
    expect(policy.bookingFrom(visited, true, items, lab).type).toEqual({
      mode: 'sampleCollection',
      details: {
        sampleCollectionAddress: '14 Adeniyi Jones Avenue, Ikeja, Lagos',
        sampleCollectionState: 'Lagos',
        sampleCollectionArea: 'Ikeja',
        sampleCollectionDate: '2026-11-23',
        sampleCollectionTime: '07:00',
      },
    })
  })

  it('shows test names to a payer only if a link is made and the user chose so', () => {
    const shown = { ...filled, showTests: true }
    expect(policy.bookingFrom(shown, false, items, lab).showTests).toBe(false)
    expect(policy.bookingFrom({ ...shown, payment: 'link' }, false, items, lab).showTests).toBe(true)
  })
})
