import { expectGoodLook } from './look.ts'
import { linkIn } from './mailbox.ts'
import { becomeMember, confirmEmail, login, newPerson, pause, register, signIn } from './people.ts'
import { expect, test } from './site.ts'
import { storedText } from './storage.ts'
import { letMinutesPassForLimits } from './time-travel.ts'
import { expectToast } from './toast.ts'

test('a wrong code is refused with a message, and the right one still works', async ({
  page,
  mailbox,
  product,
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
  const resend = page.getByRole('button', { name: 'Resend' })
  await resend.click()
  await expect(
    page.getByText(/use the newest mail that we sent you, or ask for another in \d+ seconds/),
  ).toBeVisible()
  await letMinutesPassForLimits(product)
  await pause(page)
  await resend.click()
  await expectToast(page, 'an otp has been sent to your email')
  await confirmEmail(page, mailbox, person)
  await signIn(page, person)
  await expect(page).toHaveURL('/')
})

test('the link in the mail confirms an account without digits', async ({ page, mailbox, product }) => {
  const person = newPerson()
  await page.goto('/auth/signup/user')
  await register(page, person)
  const mail = await mailbox.find(person.email, 'Confirm your email')
  await page.goto('about:blank')
  await page.goto(linkIn(mail, `${product.url}/auth/otp/user`))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Your email is confirmed. Log in to continue.')).toBeVisible()
  await signIn(page, person)
})

test('a forgotten password is replaced by mail, and the old one no longer works', async ({
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
  await expectToast(page, 'password reset successfully')

  watch.allow(401, '/v0/')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('The email or the password is not right.').first()).toBeVisible()
  await pause(page)
  await login(page, { ...person, password: 'paddle cocoa thunder' })
  await expect(page.getByText('Your new password removed the mobile number from your account.')).toBeVisible()
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
  await expect(page.getByText('Your email is confirmed. Log in to continue.')).toBeVisible()
})

test('digits that another browser types ask for the password of the registration', async ({
  page,
  mailbox,
  watch,
  anotherPerson,
}) => {
  const person = newPerson()
  const first = await anotherPerson()
  await first.goto('/auth/signup/user')
  await register(first, person)
  watch.allow(403, '/v0/verifyaccount')
  await page.goto('/auth/otp/user')
  const dialog = page.getByRole('dialog', { name: 'Check your email' })
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Verification code').fill(await mailbox.code(person.email, 'Confirm your email'))
  await dialog.getByRole('button', { name: 'Verify' }).click()
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expectGoodLook(page, 'confirming by digits, with the password')
  await password.fill(person.password)
  await pause(page)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Your email is confirmed. Log in to continue.')).toBeVisible()
})

test('a browser that drops its cookies confirms with the password that was just typed, and asks for it after a reload', async ({
  page,
  mailbox,
  watch,
}) => {
  const person = newPerson()
  await page.goto('/auth/signup/user')
  await register(page, person)
  await page.context().clearCookies()
  watch.allow(403, '/v0/verifyaccount')
  await confirmEmail(page, mailbox, person)
  expect(await storedText(page)).not.toContain(person.password)

  const other = newPerson()
  await page.goto('/auth/signup/user')
  await register(page, other)
  await page.context().clearCookies()
  await page.reload()
  await page.getByLabel('Verification code').fill(await mailbox.code(other.email, 'Confirm your email'))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeFocused()
})

test('the owner of an address that a stranger registered first chooses the password, the name and the number', async ({
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
  await expect(page.getByText('Your new password is set. Log in with it.')).toBeVisible()

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

test('signing out removes session and email from the browser, and ends the token', async ({
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

test('an expired session leads to the sign-in page, and back after signing in', async ({ page, mailbox }) => {
  const person = await becomeMember(page, mailbox)
  await page.goto('/explore/labs?q=uyo')
  await expect(page.getByRole('heading', { name: 'Explore laboratories' })).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('_tr_js_exp', '1'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await signIn(page, person)
  await expect(page).toHaveURL('/explore/labs?q=uyo')
})

test('after too many wrong passwords a login link by mail works, and then the password works again there', async ({
  page,
  mailbox,
  product,
  watch,
}) => {
  const person = newPerson()
  await page.goto('/auth/signup/user')
  await register(page, person)
  await confirmEmail(page, mailbox, person)
  await failSignIns(product.url, person.email, 10)

  watch.allow(429, '/v0/')
  await login(page, person)
  const words = 'Too many wrong passwords for this email from your network.'
  await expect(page.getByText(words).first()).toBeVisible()
  await expectGoodLook(page, 'login, paused')
  await page.getByRole('link', { name: 'Email me a login link' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  await dialog.getByRole('button', { name: 'Email me a login link' }).click()
  await expect(dialog.getByText('Look in your email')).toBeVisible()
  await expectGoodLook(page, 'login link, sent')

  const link = linkIn(
    await mailbox.find(person.email, 'Your login link'),
    `${product.url}/auth/login-link/user`,
  )
  await page.goto('about:blank')
  await page.goto(link)
  await expect(dialog.getByText(person.email)).toBeVisible()
  await expectGoodLook(page, 'login link, opened')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/')
})

test('a used login link shows a message, and offers another by mail', async ({
  page,
  mailbox,
  product,
  anotherPerson,
}) => {
  const person = await becomeMember(page, mailbox)
  const elsewhere = await anotherPerson()
  await elsewhere.goto('/auth/login-link/user')
  const dialog = elsewhere.getByRole('dialog')
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByRole('button', { name: 'Email me a login link' }).click()
  const mail = await mailbox.find(person.email, 'Your login link')
  const link = linkIn(mail, `${product.url}/auth/login-link/user`)
  await elsewhere.goto('about:blank')
  await elsewhere.goto(link)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(elsewhere).toHaveURL('/')

  const third = await anotherPerson({ answered: { status: 410, path: '/v0/session/link/opening' } })
  const used = third.getByRole('dialog')
  await third.goto(link)
  await used.getByRole('button', { name: 'Log in' }).click()
  await expect(used.getByText('This login link no longer works. Ask for a new one.')).toBeVisible()
  await used.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(used.getByText('Look in your email')).toBeVisible()
})

/** Sends this many wrong passwords without a browser. */
async function failSignIns(url: string, email: string, times: number): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${email}:a wrong password`).toString('base64')}`
  for (let i = 0; i < times; i++) await fetch(`${url}/v0/`, { method: 'POST', headers: { authorization } })
}
