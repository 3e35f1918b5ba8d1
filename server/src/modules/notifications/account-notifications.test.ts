import { expect, test } from 'vitest'
import type { AccountSummary, CodeMail } from '../accounts/index.ts'
import {
  codeLetter,
  loginChangedLetter,
  manyFailuresLetter,
  newDeviceLetter,
  passwordChangedLetter,
  registeredAgainLetter,
} from './account-notifications.ts'
import { renderLetter } from './letter.ts'

const publicUrl = 'https://labs.example'
const mail: CodeMail = {
  to: "ada+lab's@mail.example",
  type: 'user',
  purpose: 'verify_account',
  digits: '04821',
  token: 'AbC_-1234567890abcdefg',
  expiresAt: new Date('2026-11-21T09:10:00Z'),
}
const account: AccountSummary = {
  id: 7,
  email: 'ada@mail.example',
  name: 'Ada Obi',
  phone: '2348031234567',
  type: 'doctor',
  state: 'active',
}
const login = { browser: 'Chrome on Android', at: new Date('2026-11-21T09:10:00Z') }
const aboutLogin = (owner: AccountSummary, url: string) => newDeviceLetter(owner, login, url)
const changes = ['second_factor_on', 'second_factor_off', 'passkey_added', 'passkey_removed'] as const
const aboutChanges = changes.map(
  (change) => (owner: AccountSummary, url: string) => loginChangedLetter(owner, change, url),
)
const letters = [
  ...[registeredAgainLetter, passwordChangedLetter, manyFailuresLetter, aboutLogin],
  ...aboutChanges,
]

test.each([
  ['verify_account', 'user', '/auth/otp/user'],
  ['verify_account', 'doctor', '/auth/otp/doctor'],
  ['reset_password', 'user', '/auth/reset-password/user'],
  ['reset_password', 'operator', '/auth/reset-password/user'],
] as const)(
  'the mail of a code to %s of a %s links to %s, with address and token behind the #',
  (purpose, type, path) => {
    const { text, html } = renderLetter(codeLetter({ ...mail, purpose, type }, publicUrl))
    const href = `https://labs.example${path}#email=ada%2Blab%27s%40mail.example&code=AbC_-1234567890abcdefg`
    expect(text).toContain(href)
    expect(html).toContain(href.replace('&', '&amp;'))
    expect(text).toContain('04821')
    expect(text).toContain('Saturday 21 November at 10:10 am')
  },
)

test('its preview on a locked screen has neither digits nor token', () => {
  for (const purpose of ['verify_account', 'reset_password'] as const) {
    const { subject, preheader } = codeLetter({ ...mail, purpose }, publicUrl)
    for (const shown of [subject, preheader]) {
      expect(shown).not.toContain(mail.digits)
      expect(shown).not.toContain(mail.token)
    }
    expect(preheader.length).toBeGreaterThan(80)
  }
})

test('the owner is greeted by first name, unless it is not a valid name', () => {
  for (const letterFor of letters) {
    expect(renderLetter(letterFor(account, publicUrl)).text).toContain('Hello Ada,')
    for (const name of ['http://evil.example is giving money', 'www.evil.example', 'Win$$$', ''])
      expect(renderLetter(letterFor({ ...account, name }, publicUrl)).text).toContain('Hello,')
  }
})

test('the mail about a new browser names it and its login time, and links to the list', () => {
  const { text } = renderLetter(aboutLogin(account, publicUrl))
  expect(text).toContain('Chrome on Android, on Saturday 21 November at 10:10 am')
  expect(text).toContain('https://labs.example/settings/logins')
})

test('a mail about a login method links to the page where it can be changed', () => {
  for (const letterFor of aboutChanges)
    expect(renderLetter(letterFor(account, publicUrl)).text).toContain('https://labs.example/settings/logins')
})

test('every security notice of an account links to the page for a new password', () => {
  for (const letterFor of letters)
    expect(renderLetter(letterFor(account, publicUrl)).text).toContain(
      'https://labs.example/auth/forgot-password/doctor',
    )
})
