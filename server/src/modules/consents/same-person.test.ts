import { expect, test } from 'vitest'
import { type About, byPerson, isSamePerson } from './same-person.ts'

const mama: About = {
  folded_name: 'mama obi',
  patient_gender: 'Female',
  patient_born_on: '1961-04-12',
  patient_email: 'mama@cast.example',
  patient_phone: '2348030000009',
}

test('the same name, sex, birth and email or phone is the same person', () => {
  expect(isSamePerson(mama, { ...mama })).toBe(true)
  expect(isSamePerson(mama, { ...mama, patient_email: 'new@cast.example' })).toBe(true)
  expect(isSamePerson(mama, { ...mama, patient_phone: '2348030000010' })).toBe(true)
  expect(isSamePerson(mama, { ...mama, patient_email: 'MAMA@cast.example' })).toBe(true)
})

test.each([
  ['another name', { folded_name: 'papa obi' }],
  ['the other sex', { patient_gender: 'Male' }],
  ['another day of birth', { patient_born_on: '1961-04-13' }],
  ['no day of birth', { patient_born_on: null }],
  [
    'neither the email nor the phone',
    { patient_email: 'other@cast.example', patient_phone: '2348030000010' },
  ],
] as const)('%s is another person', (_, changes) => {
  expect(isSamePerson(mama, { ...mama, ...changes })).toBe(false)
  expect(byPerson([mama, { ...mama, ...changes }])).toHaveLength(2)
})

test('two orders without a date of birth are never matched, however alike they are', () => {
  const unknown = { ...mama, patient_born_on: null }
  expect(byPerson([unknown, { ...unknown }])).toHaveLength(2)
})

test('an email changed first and a phone later give one person, in whatever order the orders are read', () => {
  const moved = { ...mama, patient_email: 'new@cast.example' }
  const again = { ...moved, patient_phone: '2348030000010' }
  for (const orders of [
    [mama, moved, again],
    [mama, again, moved],
    [again, mama, moved],
  ])
    expect(byPerson(orders)).toHaveLength(1)
})
