import { expectGoodLook } from './look.ts'
import { logIn, newMember, saveSession } from './people.ts'
import { expect, test } from './site.ts'
import { letPasswordAgeHere } from './time-travel.ts'

test('a user gets a mail about a new browser, sees it in the settings and ends its session', async ({
  page: ada,
  mailbox,
  anotherPerson,
  product,
  watch,
}) => {
  const person = await newMember(ada, mailbox)
  await saveSession(ada, await logIn(ada, person))
  const stranger = await anotherPerson({ answered: { status: 401, path: '/v0/account/' } })
  await saveSession(stranger, await logIn(stranger, person))
  const mail = await mailbox.find(person.email, 'New login to your account')
  expect(mail.text).toContain('/settings/logins')

  await ada.goto('/settings/notices')
  await ada.getByRole('link', { name: 'Logins and browsers' }).click()
  await expect(ada.getByRole('heading', { name: 'Logins and browsers' })).toBeVisible()
  const browsers = ada.getByRole('main').getByRole('listitem')
  await expect(browsers).toHaveCount(2)
  await expect(browsers.first()).toContainText('This browser. Logged in now.')
  await expect(browsers.last()).toContainText('Logged in now.')
  await expectGoodLook(ada, 'own logins of two browsers')
  await letPasswordAgeHere(product, ada)
  watch.allow(403, '/v0/account/devices/')
  await browsers.last().getByRole('button', { name: 'Log this out' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Your password, please' })
  await expect(dialog).toBeVisible()
  await expectGoodLook(ada, 'password before a browser is ended')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(ada.getByText('No browser was logged out')).toBeVisible()
  await expect(browsers).toHaveCount(2)

  await browsers.last().getByRole('button', { name: 'Log this out' }).focus()
  await ada.keyboard.press('Enter')
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await ada.keyboard.press('Enter')
  await expect(browsers).toHaveCount(1)
  await expect(ada.getByText('You are not logged in anywhere else.')).toBeVisible()
  await expect(ada.getByRole('heading', { name: 'Your browsers' })).toBeFocused()

  await stranger.goto('/settings/logins')
  await expect(stranger.getByLabel('Email')).toBeVisible()
})
