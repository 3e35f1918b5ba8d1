import { expect, test } from 'vitest'
import { mayTryBreakGlass, offerWords } from './policy.ts'

const status = { mayOpen: false, verified: true, consent: 'asked' } as const

test('a verified doctor may try break-glass although the server names no result', () => {
  expect(mayTryBreakGlass(status)).toBe(true)
  expect(mayTryBreakGlass({ ...status, consent: 'given' })).toBe(true)
})

test('after an opening, the offer is about later results alone', () => {
  expect(offerWords(false)).toMatch(/if there are any/)
  expect(offerWords(true)).toMatch(/^You have opened what needed action/)
})

test.each([
  ['with a named result, which has its own button', { mayOpen: true }],
  ['without a verified licence', { verified: false }],
  ['after the patient withdrew the consent', { consent: 'withdrawn' }],
  ['after the patient refused', { consent: 'refused' }],
] as const)('not %s', (_when, change) => {
  expect(mayTryBreakGlass({ ...status, ...change })).toBe(false)
})
