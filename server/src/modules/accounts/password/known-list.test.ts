import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isCommon, knownList, knownListFile, listedBytes } from './known-list.ts'

const passwords = dictionary['passwords-common']

test('the list in the repository equals the package’s; else run known-passwords', () => {
  const file = readFileSync(knownListFile)
  expect(file.length / listedBytes).toBeGreaterThan(30_000)
  expect(file.equals(knownList(passwords))).toBe(true)
})

test('every password of the package is found', () => {
  expect(passwords.filter((password) => !isCommon(password))).toEqual([])
})

test('at most one in 100,000 passwords is mistaken for a common one', () => {
  expect(knownList(passwords).length / listedBytes / 2 ** (8 * listedBytes)).toBeLessThan(1 / 100_000)
  const random = Array.from({ length: 20_000 }, () => randomBytes(12).toString('base64'))
  expect(random.filter(isCommon).length).toBeLessThanOrEqual(1)
})
