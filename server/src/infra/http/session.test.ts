import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basicCredentials, bearerToken, hashToken, newToken, sessionLife } from './session.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('a session lasts 58 minutes', () => {
  expect(sessionLife).toBe(58 * 60 * 1000)
})

test('a token has 256 bits, is unique, and is stored as a hash', () => {
  const tokens = Array.from({ length: 100 }, newToken)
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(hashToken(token)).toHaveLength(32)
    expect(hashToken(token).toString('base64url')).not.toBe(token)
  }
})

test('a token is read from a Bearer header, in any letter case', () => {
  expect(bearerToken('Bearer abcdefghij_-')).toBe('abcdefghij_-')
  expect(bearerToken('bearer abcdefghij')).toBe('abcdefghij')
})

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer short',
  'Bearer with space inside',
  'Bearer abcdefghij; admin',
  `Bearer ${'a'.repeat(201)}`,
  'Basic abcdefghijkl',
  'abcdefghijkl',
  'Bearer abcdefghij\n',
])('no token is read from %j', (header) => {
  expect(bearerToken(header)).toBeNull()
})

test('email and password are read from a Basic header, and the password may contain a colon', () => {
  expect(basicCredentials(basic(' Ada@Cast.example:a:b:c '))).toEqual({
    email: 'ada@cast.example',
    password: 'a:b:c ',
  })
})

test.each([
  undefined,
  '',
  'Basic',
  'Basic %',
  'Basic ====',
  basic('nocolon'),
  basic(':password'),
  'Bearer abc',
])('no credentials are read from %j', (header) => {
  expect(basicCredentials(header)).toBeNull()
})

test('any password arrives as it was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 128 }), (password) => {
      expect(basicCredentials(basic(`ada@cast.example:${password}`))?.password).toBe(password)
    }),
  )
})
