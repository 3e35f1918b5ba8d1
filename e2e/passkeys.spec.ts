import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { logIn, newMember, pause, saveSession } from './people.ts'
import { expect, test } from './site.ts'
import { letPasswordAge } from './time-travel.ts'

/** A virtual phone with a fingerprint sensor; its owner always touches it when asked. */
async function giveAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** From now on it does not recognise the person. */
    refuse: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    accept: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
}

test('a patient adds a passkey, logs in with it, uses it in place of the password, and removes it', async ({
  page: ada,
  mailbox,
  product,
  watch,
}) => {
  const phone = await giveAuthenticator(ada)
  const person = await newMember(ada, mailbox)
  await saveSession(ada, await logIn(ada, person))
  await letPasswordAge(product, person.email)
  await ada.goto('/settings/logins')
  const passkeys = ada.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys).toBeVisible()
  await expectGoodLook(ada, 'logins without a passkey')

  watch.allow(403, '/v0/account/passkeys')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByLabel('Name').fill('www.evil.example')
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await expect(dialog.getByText('A name cannot hold a link')).toBeVisible()
  await dialog.getByLabel('Name').fill('My phone')
  await expectGoodLook(ada, 'adding a passkey')
  await pause(ada)
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const own = passkeys.getByRole('listitem')
  await expect(own).toHaveCount(1)
  await expect(own).toContainText('My phone')
  await expect(own).toContainText('Not used yet.')
  await mailbox.find(person.email, 'A passkey was added')
  await expectGoodLook(ada, 'logins with a passkey')

  // The same phone makes no second one.
  await pause(ada)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await expect(passkeys.getByText('already has a passkey for your account')).toBeVisible()
  await expect(own).toHaveCount(1)

  await signOut(ada)
  await ada.goto('/auth/login')
  const byPasskey = ada.getByRole('button', { name: 'Log in with a passkey' })
  await phone.refuse()
  await byPasskey.click()
  await expect(ada.getByText('No passkey was used.')).toBeVisible()
  await expectGoodLook(ada, 'login without the passkey')
  await phone.accept()
  await byPasskey.click()
  await expect(ada).not.toHaveURL(/\/auth\//)

  await letPasswordAge(product, person.email)
  await ada.goto('/settings/logins')
  await expect(own).toContainText('Last used:')
  await own.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove it' }).click()
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeVisible()
  await expectGoodLook(ada, 'password or passkey')
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(own).toHaveCount(0)
  await mailbox.find(person.email, 'A passkey was removed')

  await signOut(ada)
  await ada.goto('/auth/login')
  watch.allow(400, '/v0/session/passkey')
  await byPasskey.click()
  await expect(ada.getByText('This passkey was not accepted.')).toBeVisible()
})

test('a passkey opens results in place of the password', async ({ page: ada, mailbox, product, watch }) => {
  await giveAuthenticator(ada)
  const person = await newMember(ada, mailbox)
  await saveSession(ada, await logIn(ada, person))
  await ada.goto('/settings/logins')
  await ada.getByRole('button', { name: 'Add a passkey' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Add it' }).click()
  await expect(ada.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
  await letPasswordAge(product, person.email)
  watch.allow(403, '/v0/results')
  await ada.goto('/results')
  const again = ada.getByRole('dialog', { name: 'Your password, please' })
  await expect(again).toBeVisible()
  await again.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(again).toHaveCount(0)
  await expect(ada.getByText('No result yet')).toBeVisible()
})
