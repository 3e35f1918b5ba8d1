import { expect, test } from 'vitest'
import { senderWords } from './payment-letters.ts'

test.each([
  ['ada.obi@cast.example', 'A person with the confirmed email a…@cast.example'],
  ['Urgent-Refund@Mail.Example.Com', 'A person with the confirmed email u…@mail.example.com'],
  ['#visit@cast.example', 'A person with the confirmed email …@cast.example'],
  ['ada@evil.example/refund', 'A person with a confirmed email'],
  [`ada@${'refund-'.repeat(8)}.example`, 'A person with a confirmed email'],
  ['ada@пример.рф', 'A person with a confirmed email'],
])('%s is shown as "%s"', (email, words) => {
  expect(senderWords({ email, state: 'active' })).toBe(words)
})

test('an email that is not confirmed, or whose account is gone, is not shown', () => {
  expect(senderWords({ email: 'ada@cast.example', state: 'deleted' })).not.toContain('cast.example')
  expect(senderWords(null)).not.toContain('@')
})
