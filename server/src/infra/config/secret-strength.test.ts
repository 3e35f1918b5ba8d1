import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { estimateBits } from './secret-strength.ts'

test.each([
  'changeme',
  'change-me-to-a-long-random-string-please',
  'CHANGE_ME_CHANGE_ME_CHANGE_ME_CHANGE_ME',
  'changemexxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'thisisthesecretkeyforlabalabaprod',
  'your-secret-key-goes-here-replace-me-now',
  'a secret of the tests, with more than 32 characters',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'abcabcabcabcabcabcabcabcabcabcabcabcabcabc',
  'abababbabaabbabababbabaabbabbaabababbabaab',
  '31415926535897932384626433832795',
  'a'.repeat(200),
  '',
])('%s is easy to guess', (text) => {
  expect(estimateBits(text)).toBeLessThan(128)
})

test('the output of a random generator is strong', () => {
  for (let turn = 0; turn < 500; turn += 1) {
    expect(estimateBits(randomBytes(32).toString('hex'))).toBeGreaterThanOrEqual(128)
    expect(estimateBits(randomBytes(32).toString('base64'))).toBeGreaterThanOrEqual(128)
    expect(estimateBits(randomBytes(24).toString('base64url'))).toBeGreaterThanOrEqual(128)
  }
})

test('32 hexadecimal digits are just enough, and so are eleven words of a list', () => {
  expect(estimateBits('9f86d081884c7d659a2feaa0c55ad015')).toBe(128)
  expect(estimateBits('ox tulip carbon ladder moss ferry plank onion sable drift comet')).toBeGreaterThan(128)
})
