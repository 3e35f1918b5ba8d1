import { expect, test } from 'vitest'
import { secretFrom } from '../../../infra/config/secret.ts'
import { codeOf, hashCode } from './verification-code.ts'

const secret = secretFrom('a secret of the tests, with more than 32 characters')
const id = '3b241101-e2bb-4255-8caf-4136c566a962'

test('a code is sixteen letters in groups, eighty bits, the same each time and another for another version', () => {
  const code = codeOf(secret, id, 1)
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(codeOf(secret, id, 1)).toBe(code)
  expect(codeOf(secret, id, 2)).not.toBe(code)
  expect(codeOf(secretFrom('another secret of the tests, 32 characters'), id, 1)).not.toBe(code)
})

test('a code is found however it is typed', () => {
  const code = codeOf(secret, id, 1)
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(hashCode(typed)).toEqual(hashCode(code))
  expect(hashCode(`${code}0`)).not.toEqual(hashCode(code))
})
