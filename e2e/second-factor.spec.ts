import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectGoodLook } from './look.ts'
import { logIn, login, newMember, saveSession } from './people.ts'
import { expect, test } from './site.ts'

const ourMain = (page: Page) => page.getByRole('main')

test('a patient switches the second factor on, logs in with it, and switches it off', async ({
  page: ada,
  mailbox,
  watch,
  anotherPerson,
}) => {
  const person = await newMember(ada, mailbox)
  await saveSession(ada, await logIn(ada, person))
  await ada.goto('/orders')
  await ada.getByRole('button', { name: 'Open menu' }).click()
  await ada.getByRole('link', { name: 'Logins and browsers' }).click()
  await expect(ada.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  await ada.getByRole('button', { name: 'Set it up' }).click()
  const key = ((await ada.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '')
  await expectGoodLook(ada, 'setting a second factor up')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  watch.allow(400, '/v0/account/second-factor/confirmation')
  const digits = ada.getByRole('textbox', { name: /six digits/ })
  await digits.fill('000000')
  await expect(ada.getByText('That code is not right.')).toBeVisible()
  await digits.fill(app.generate())
  await expect(ada.getByRole('heading', { name: 'Keep these ten codes' })).toBeVisible()
  const [recovery = ''] = await ada
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-7]{5}-/ })
    .allInnerTexts()
  await ada.getByLabel('I have saved the codes').check()
  await ada.getByRole('button', { name: 'Continue' }).click()
  await expect(ourMain(ada)).toContainText('10 recovery codes are left.')
  await expectGoodLook(ada, 'second factor on')
  const mail = await mailbox.find(person.email, 'Your second factor is on')
  expect(mail.text).toContain('/settings/logins')

  const later = await anotherPerson()
  await later.goto('/auth/login')
  await login(later, person)
  await expect(later.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectGoodLook(later, 'second factor of a patient')
  await later.getByRole('button', { name: 'I do not have my phone' }).click()
  await later.getByLabel('Recovery code').fill(recovery)
  await later.getByRole('button', { name: 'Continue' }).click()
  await expect(later).not.toHaveURL(/\/auth\//)

  await later.goto('/settings/logins')
  await expect(ourMain(later)).toContainText('9 recovery codes are left.')
  await later.getByRole('button', { name: 'Switch it off' }).click()
  await expectGoodLook(later, 'switching a second factor off')
  await later.getByRole('dialog').getByRole('button', { name: 'Switch it off' }).click()
  await expect(later.getByRole('button', { name: 'Set it up' })).toBeVisible()
  await mailbox.find(person.email, 'Your second factor is off')
})
