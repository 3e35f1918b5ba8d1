import { nameProblems } from '@labalaba/contract'
import { expect, it } from 'vitest'
import {
  accountTypeIn,
  codeProblem,
  emailProblem,
  emptyRegistration,
  loginMissing,
  mobileProblem,
  readMailLink,
  registrationBody,
  registrationMissing,
  registrationNameErrors,
} from './policy.ts'

const ada = {
  ...emptyRegistration,
  firstName: ' Ada ',
  lastName: 'Obi',
  phone: '0803 123 4567',
  email: 'ada@example.com',
  password: 'market-drum',
  agreed: true,
}

it('reads the parameters of a mail’s link, and nothing else', () => {
  expect(readMailLink('#email=ada%2Bx%40example.com&code=abc_DEF-1')).toEqual({
    email: 'ada+x@example.com',
    code: 'abc_DEF-1',
  })
  expect([readMailLink(''), readMailLink('#faq'), readMailLink('#email=a%40b.co')]).toEqual([
    null,
    null,
    null,
  ])
})

it('knows the two account types', () => {
  expect([
    accountTypeIn('user'),
    accountTypeIn('doctor'),
    accountTypeIn('operator'),
    accountTypeIn(undefined),
  ]).toEqual(['user', 'doctor', null, null])
})

it('reports an invalid email only if one was typed', () => {
  expect([emailProblem(''), emailProblem('ada@example.com'), emailProblem('ada@example')]).toEqual([
    null,
    null,
    'Invalid email format',
  ])
})

it('needs five digits', () => {
  expect(['12345', '1234', '1234a', ''].map(codeProblem)).toEqual([
    null,
    'otp must be 5 digits',
    'otp must be 5 digits',
    'otp must be 5 digits',
  ])
})

it('accepts any usual Nigerian form of a phone without a message', () => {
  const typed = ['08031234567', '+234 803 123 4567', '2348031234567', '0803-123-4567', '234', '']
  expect(typed.map(mobileProblem)).toEqual(typed.map(() => null))
})

it('has the specification’s two messages for an invalid phone', () => {
  expect(mobileProblem('12345')).toBe('phone number must start with 234')
  expect(mobileProblem('234803123')).toBe('phone number must be 13 digits')
})

it('disables Register until email, phone and password are right and the terms are ticked', () => {
  expect(registrationMissing(emptyRegistration)).toEqual([
    'a full mobile number',
    'a full email',
    'a password',
    'your agreement to the terms',
  ])
  expect(registrationMissing(ada)).toEqual([])
  expect(registrationMissing({ ...ada, firstName: '', lastName: '' })).toEqual([])
})

it('shows an error in a name at its field, and one of both together at the last name', () => {
  const { link, digits } = nameProblems
  expect(registrationNameErrors(ada)).toEqual([])
  expect(registrationNameErrors({ ...ada, firstName: ' ', lastName: 'evil.example' })).toEqual([
    { id: 'first-name', words: 'Enter your first name' },
    { id: 'last-name', words: link },
  ])
  expect(registrationNameErrors({ ...ada, firstName: 'Ada 12', lastName: 'Obi 3' })).toEqual([
    { id: 'last-name', words: digits },
  ])
})

it('disables Login until both are there and the email is possible', () => {
  expect(loginMissing('ada@example', 'x')).toEqual(['your email'])
  expect(loginMissing('ada@example.com', '')).toEqual(['your password'])
  expect(loginMissing('ada@example.com', 'x')).toEqual([])
})

it('sends the fields of the contract', () => {
  expect(registrationBody(ada, 'doctor')).toEqual({
    name: 'Ada Obi',
    email: 'ada@example.com',
    password: 'market-drum',
    phone: '2348031234567',
    username: '',
    location: '',
    source: 'web',
    type: 'doctor',
    branch: 'private_practice',
  })
  expect(registrationBody(ada, 'user').branch).toBe('at_home_service')
})
