import { expectGoodLook } from './look.ts'
import { linkIn } from './mailbox.ts'
import { becomeMember, confirmEmail, newPerson, pause, register, signIn } from './people.ts'
import { expect, test } from './site.ts'
import { storedText } from './storage.ts'

test('a wrong code is refused with words, and the right one still works', async ({
  page,
  mailbox,
  watch,
}) => {
  const person = newPerson()
  await page.goto('/auth/signup/user')
  await register(page, person)
  const box = page.getByLabel('Verification code')
  const verify = page.getByRole('button', { name: 'Verify' })
  await box.fill('123')
  await verify.click()
  await expect(page.getByText('otp must be 5 digits')).toBeVisible()
  const right = await mailbox.code(person.email, 'Confirm your email')
  await box.fill(right === '11111' ? '22222' : '11111')
  await pause(page)
  watch.allow(400, '/v0/verifyaccount')
  await verify.click()
  await expect(page.getByText('That code is not right or no longer works.')).toBeVisible()
  await expectGoodLook(page, 'code, refused')
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('an otp has been sent to your email', { exact: true })).toBeVisible()
  await confirmEmail(page, mailbox, person)
  await signIn(page, person)
  await expect(page).toHaveURL('/')
})

test('the link in the mail confirms an account too, without digits', async ({ page, mailbox, product }) => {
  const person = newPerson()
  await page.goto('/auth/signup/user')
  await register(page, person)
  const mail = await mailbox.find(person.email, 'Confirm your email')
  await page.goto('about:blank')
  await page.goto(linkIn(mail, `${product.url}/auth/otp/user`))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Your email is confirmed. Login to go on.')).toBeVisible()
  await signIn(page, person)
})

test('a forgotten password is replaced through the mail, and the old one no longer works', async ({
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
  await expect(dialog.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.reload()
  await dialog.getByLabel('Verification code').fill(await mailbox.code(person.email, 'Choose a new password'))
  await dialog.getByLabel('New password').fill('paddle cocoa thunder')
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('password reset successfully', { exact: true })).toBeVisible()

  watch.allow(401, '/v0/')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('The email or the password is not right.').first()).toBeVisible()
  await pause(page)
  await signIn(page, { ...person, password: 'paddle cocoa thunder' })
})

test('signing out leaves nothing behind, and the old token opens nothing', async ({
  page,
  mailbox,
  product,
}) => {
  const person = await becomeMember(page, mailbox)
  await page.goto('/orders')
  const token = await page.evaluate(() => sessionStorage.getItem('_tr_js'))
  await page.getByRole('button', { name: 'Open menu' }).click()
  const goodbye = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await goodbye
  await expect(page).toHaveURL('/')
  expect(await storedText(page)).not.toContain(person.email)
  expect(await storedText(page)).not.toContain('_tr_js')
  const replay = await fetch(`${product.url}/v0/orders`, { headers: { authorization: `Bearer ${token}` } })
  expect(replay.status).toBe(401)
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('a session that has run out leads to the sign-in page, and from there back', async ({
  page,
  mailbox,
}) => {
  const person = await becomeMember(page, mailbox)
  await page.goto('/explore/labs?q=uyo')
  await expect(page.getByRole('heading', { name: 'Explore laboratories' })).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('_tr_js_exp', '1'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await signIn(page, person)
  await expect(page).toHaveURL('/explore/labs?q=uyo')
})
