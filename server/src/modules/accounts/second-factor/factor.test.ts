import { expect, test } from 'vitest'
import { secretFrom } from '../../../infra/config/secret.ts'
import { digitsAt, enrolment, recoveryCodes, recoveryNumber, stepOf } from './factor.ts'

const secret = secretFrom('a secret of the tests, with more than 32 characters')
const salt = '6f1d6a2e-2f3c-4a75-9a55-0f6d0ad6c001'
const at = new Date('2026-11-22T09:00:10Z')
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
const fresh = { salt, last_step: 0 }

test('an enrolment is readable by authenticator apps', () => {
  const { key, uri } = enrolment(secret, salt, 'ops@lab.example')
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  const read = new URL(uri)
  expect([read.protocol, read.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(read.pathname)).toBe('/Labalaba:ops@lab.example')
  expect(read.searchParams.get('secret')).toBe(key)
})

test('the digits are accepted in their own half minute and the ones beside it', () => {
  const digits = digitsAt(secret, salt, at)
  expect(digits).toMatch(/^\d{6}$/)
  expect(stepOf(secret, fresh, digits, at)).not.toBeNull()
  expect(stepOf(secret, fresh, digits, later(30))).not.toBeNull()
  expect(stepOf(secret, fresh, digits, later(-30))).not.toBeNull()
  expect(stepOf(secret, fresh, digits, later(60))).toBeNull()
  expect(stepOf(secret, fresh, digits, later(-60))).toBeNull()
})

test('the digits of a used half minute are refused, and so are earlier ones', () => {
  const digits = digitsAt(secret, salt, at)
  const step = stepOf(secret, fresh, digits, at) ?? 0
  expect(stepOf(secret, { salt, last_step: step }, digits, at)).toBeNull()
  expect(stepOf(secret, { salt, last_step: step }, digitsAt(secret, salt, later(-30)), at)).toBeNull()
  expect(stepOf(secret, { salt, last_step: step }, digitsAt(secret, salt, later(30)), later(30))).toBe(
    step + 1,
  )
})

test('another account has another key, other digits and other recovery codes', () => {
  const other = '6f1d6a2e-2f3c-4a75-9a55-0f6d0ad6c002'
  expect(enrolment(secret, other, 'a@b.c').key).not.toBe(enrolment(secret, salt, 'a@b.c').key)
  expect(recoveryCodes(secret, other)).not.toEqual(recoveryCodes(secret, salt))
})

test('there are ten recovery codes, each found however it is typed', () => {
  const codes = recoveryCodes(secret, salt)
  expect(new Set(codes).size).toBe(10)
  for (const [number, code] of codes.entries()) {
    expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
    expect(recoveryNumber(secret, salt, ` ${code.toLowerCase().replace('-', ' ')} `)).toBe(number)
  }
  expect(recoveryNumber(secret, salt, 'AAAAA-AAAAA')).toBeNull()
  expect(recoveryNumber(secret, salt, '')).toBeNull()
})
