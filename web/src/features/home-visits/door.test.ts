import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { passesCheck } from './policy.ts'

test('the phone computes the same check as the server', async () => {
  const check = createHash('sha256').update('salt:042917').digest('hex').slice(0, 2)
  expect(await passesCheck({ salt: 'salt', check }, '042917')).toBe(true)
  const wrong = ['042918', '042919', '042920', '042921']
  const passing = await Promise.all(wrong.map((code) => passesCheck({ salt: 'salt', check }, code)))
  expect(passing.filter(Boolean).length).toBeLessThan(wrong.length)
})
