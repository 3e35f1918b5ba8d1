import { expect, type Page, type Route } from '@playwright/test'
import { becomeMember, confirmEmail, login, newPerson, pause, register } from './people.ts'
import { test } from './site.ts'
import { expectToast } from './toast.ts'

/**
 * The server gets the next of these calls, and its answer never comes back. The route stays, because a
 * request made while a route is removed may never be answered.
 */
async function loseAnswer(page: Page, call: string): Promise<void> {
  let isLost = false
  await page.route(call, async (route: Route) => {
    if (isLost) return await route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

test('an account deletion whose answer was lost: the next try reports that the account seems to be deleted', async ({
  page,
  mailbox,
  watch,
}) => {
  const person = await becomeMember(page, mailbox)
  await page.goto('/delete-account')
  const button = page.getByRole('button', { name: 'Delete my account' })
  await page.getByLabel('Your password').fill(person.password)
  await page.getByLabel('I know that this cannot be undone').check()
  watch.allowLostNetwork()
  await loseAnswer(page, '**/v0/account/deletion')
  await button.click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await pause(page)
  watch.allow(401, '/v0/account/deletion')
  await button.click()
  await expect(page.getByRole('heading', { name: 'Your account seems to be deleted' })).toBeVisible()
  await expect(page.getByText('Session expired')).toHaveCount(0)
  await mailbox.find(person.email, 'Your account is deleted')
  await page.getByRole('link', { name: 'Back Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a new password whose answer was lost is set by the first try, and the second try reports it', async ({
  page,
  mailbox,
  watch,
}) => {
  const person = newPerson()
  await page.goto('/auth/signup/user')
  await register(page, person)
  await confirmEmail(page, mailbox, person)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await dialog.getByLabel('Verification code').fill(await mailbox.code(person.email, 'Choose a new password'))
  await dialog.getByLabel('New password').fill('paddle cocoa thunder')
  watch.allowLostNetwork()
  await loseAnswer(page, '**/v0/updatepassword')
  const button = dialog.getByRole('button', { name: 'Reset password' })
  await button.click()
  await expect(dialog.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await pause(page)
  await button.click()
  await expectToast(page, 'password reset successfully')
  await login(page, { ...person, password: 'paddle cocoa thunder' })
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page).not.toHaveURL(/\/auth\//)
})
