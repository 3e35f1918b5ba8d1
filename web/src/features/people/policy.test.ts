import { nameProblems, type Person } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { bodyFrom, draftOf, neededConsent, personProblems } from './policy.ts'

const today = '2026-11-22'
const zara: Person = {
  id: 'z',
  version: 'v',
  name: 'Zara Obi',
  gender: 'Female',
  dob: '2019-03-04',
  relationship: 'child',
  email: '',
  phone: '',
  isChild: true,
  consent: 'guardian',
}

test('a child needs a guardian’s consent, an adult a permission, and neither twice', () => {
  const draft = draftOf(zara)
  expect(neededConsent(draft, null, today)).toBe('guardian')
  expect(neededConsent(draft, zara, today)).toBeNull()
  const grown = { ...draft, birth: { day: '22', month: '11', year: '2008' } }
  expect(neededConsent(grown, zara, today)).toBe('permission')
  expect(neededConsent({ ...draft, birth: { day: '', month: '', year: '' } }, null, today)).toBeNull()
})

test('each missing field has its error, and email and phone may be empty', () => {
  expect(Object.keys(personProblems(draftOf(null), null, today))).toEqual([
    ...['person-name', 'person-birth', 'person-gender', 'person-relationship'],
  ])
  expect(personProblems(draftOf(zara), null, today)).toEqual({
    'person-consent': 'A parent or guardian has to agree',
  })
  expect(personProblems(draftOf(zara), zara, today)).toEqual({})
  expect(personProblems({ ...draftOf(zara), phone: '12', email: 'x' }, zara, today)).toMatchObject({
    'person-email': 'Invalid email format',
  })
  expect(personProblems({ ...draftOf(zara), name: 'Zara 08031234567' }, zara, today)).toEqual({
    'person-name': nameProblems.digits,
  })
})

test('the request carries the consent with the version of its words', () => {
  expect(bodyFrom({ ...draftOf(zara), agreed: 'guardian' })).toMatchObject({
    dob: '2019-03-04',
    relationship: 'child',
    consent: { as: 'guardian' },
  })
  expect(bodyFrom(draftOf(zara))).not.toHaveProperty('consent')
})
