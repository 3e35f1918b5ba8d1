import { expectGoodLook } from './look.ts'
import { linkIn } from './mailbox.ts'
import { becomeMember, confirmEmail, login, newPerson, pause, register, signIn } from './people.ts'
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
  await login(page, { ...person, password: 'paddle cocoa thunder' })
  await expect(page.getByText('A new password removes the mobile number of an account.')).toBeVisible()
  await page.getByLabel('Mobile number').fill('0803 555 0199')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).not.toHaveURL(/\/auth\//)
})

test('a link that another browser opens asks for the password of the registration', async ({
  page,
  mailbox,
  product,
  watch,
  anotherPerson,
}) => {
  const person = newPerson()
  const first = await anotherPerson()
  await first.goto('/auth/signup/user')
  await register(first, person)
  const mail = await mailbox.find(person.email, 'Confirm your email')
  watch.allow(403, '/v0/verifyaccount')
  await page.goto(linkIn(mail, `${product.url}/auth/otp/user`))
  const dialog = page.getByRole('dialog', { name: 'Confirm your email' })
  await dialog.getByRole('button', { name: 'Verify' }).click()
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expectGoodLook(page, 'confirming by a link, with the password')
  watch.allow(400, '/v0/verifyaccount')
  await password.fill('not the one I chose')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByText('The password is not right.')).toBeVisible()
  await password.fill(person.password)
  await pause(page)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Your email is confirmed. Login to go on.')).toBeVisible()
})

test('where a stranger registered her address first, its owner chooses the password, the name and the number', async ({
  page,
  mailbox,
  watch,
  anotherPerson,
}) => {
  const ada = newPerson()
  const stranger = await anotherPerson()
  await stranger.goto('/auth/signup/user')
  await register(stranger, { ...ada, first: 'Mallory', password: 'an attacker typed 7' })
  await page.goto('/auth/signup/user')
  await register(page, ada)
  await page.getByLabel('Verification code').fill(await mailbox.code(ada.email, 'Confirm your email'))
  await page.getByRole('button', { name: 'Verify' }).click()

  const dialog = page.getByRole('dialog', { name: 'Choose your password' })
  await expect(dialog.getByText('Your email is confirmed')).toBeVisible()
  await expectGoodLook(page, 'choosing a password after a contested registration')
  await dialog.getByLabel('Verification code').fill(await mailbox.code(ada.email, 'Choose a new password'))
  await dialog.getByLabel('New password').fill('paddle cocoa thunder')
  await dialog.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Your new password is set. Login with it.')).toBeVisible()

  watch.allow(401, '/v0/')
  await login(page, ada)
  await expect(page.getByText('The email or the password is not right.').first()).toBeVisible()
  await pause(page)
  await login(page, { ...ada, password: 'paddle cocoa thunder' })
  await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible()
  await expectGoodLook(page, 'completing an account')
  await page.getByLabel('Your name').fill('Ada Okonkwo')
  await page.getByLabel('Mobile number').fill(ada.phone)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).not.toHaveURL(/\/auth\//)
  await page.reload()
  await expect(page).not.toHaveURL(/\/auth\//)
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
