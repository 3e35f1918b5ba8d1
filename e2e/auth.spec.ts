import { answerRegistration, becomeMember, newPerson, pause, register } from './people.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

const failing = { status: 500, json: { status: 500, message: 'Something broke', data: null } }

test('the account type is chosen first', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByText('I want to order tests and also receive results swiftly.')).toBeVisible()
  const doctor = page.getByRole('radio', { name: /^Doctor/ })
  await expect(
    page.getByText('I want to book tests for my patients and earn a percentage on each booking.'),
  ).toBeVisible()
  const next = page.getByRole('button', { name: 'Continue' })
  await expect(next).toBeDisabled()
  await doctor.check()
  await next.click()
  await expect(page).toHaveURL('/auth/signup/doctor')
  await page.goBack()
  await expect(page).toHaveURL('/auth')
})

test('the promise is shown beside the form', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/auth/login')
  await expect(page.getByText('Enjoy The Right Care, Right Here, Right Now')).toBeVisible()
})

test('Login is disabled until password and a possible email are typed; the password can be shown', async ({
  page,
}) => {
  await page.goto('/auth/login')
  const login = page.getByRole('button', { name: 'Login' })
  await expect(login).toBeDisabled()
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await email.fill('ada@example')
  await expect(page.getByText('Invalid email format')).toBeHidden()
  await password.fill('guava river')
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await expect(login).toBeDisabled()
  await email.fill('ada@example.com')
  await expect(page.getByText('Invalid email format')).toBeHidden()
  await expect(login).toBeEnabled()
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('an invalid email typed before the scripts loaded is reported once they have loaded', async ({
  page,
}) => {
  let deleteAccount = () => {}
  const gate = new Promise<void>((open) => {
    deleteAccount = open
  })
  await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('ada@example')
  await page.getByLabel('Password', { exact: true }).fill('guava river')
  deleteAccount()
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('guava river')
})

test('a sign-in without an answer shows a message, and keeps what was typed', async ({
  page,
  context,
  watch,
}) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('guava river lantern')
  // The script that shows failures is loaded by then.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('toast-host')),
  )
  watch.allowLostNetwork()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you have typed stays here.')).toBeVisible()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('You are offline. Try again when the network is back.')).toBeVisible()
  await expect(page.getByText('An unexpected error occurred', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await context.setOffline(false)
  await pause(page)
  watch.allow(401, '/v0/')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('The email or the password is not right.').first()).toBeVisible()
})

test('Register is disabled until every required field is valid', async ({ page }) => {
  await page.goto('/auth/signup/user')
  const button = page.getByRole('button', { name: 'Register' })
  const phone = page.getByLabel('Mobile number')
  const email = page.getByLabel('Email')
  await expect(phone).toHaveValue('234')
  await expect(button).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Terms of Use' }).first()).toHaveAttribute(
    'href',
    '/terms-of-use',
  )

  await phone.fill('+44 20 7946 0958')
  await email.fill('ada@nowhere')
  await expect(page.getByText('phone number must start with 234')).toBeVisible()
  await phone.fill('23480312')
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await email.focus()
  await expect(page.getByText('phone number must be 13 digits')).toBeVisible()
  await phone.fill('08031234567')
  await email.fill('ada@example.com')
  await expect(phone).toHaveValue('0803 123 4567')
  await expect(page.getByText('phone number must')).toBeHidden()

  await page.getByLabel('Password', { exact: true }).fill('guava river lantern')
  await expect(button).toBeDisabled()
  await expect(page.getByText('your agreement to the terms')).toBeVisible()
  await page.getByLabel('I agree to the').check()
  await expect(button).toBeEnabled()
  await page.getByLabel('I agree to the').uncheck()
  await expect(button).toBeDisabled()
})

test('a registration sends exactly the fields of the specification, for each account type', async ({
  page,
}) => {
  for (const [type, branch] of [
    ['user', 'at_home_service'],
    ['doctor', 'private_practice'],
  ]) {
    const person = newPerson()
    await page.goto(`/auth/signup/${type}`)
    const sent = page.waitForRequest('**/v0/createAccount')
    await answerRegistration(page, person)
    await page.getByRole('button', { name: 'Register' }).click()
    await expectToast(page, 'signup successful, an email verification has been sent to your email')
    expect((await sent).postDataJSON()).toEqual({
      email: person.email,
      password: person.password,
      phone: '2348031234567',
      username: '',
      location: '',
      source: 'web',
      type,
      name: 'Ada Okonkwo',
      branch,
    })
    await expect(page).toHaveURL(`/auth/otp/${type}`)
  }
})

test('failures show the messages of the specification', async ({ page, watch }) => {
  for (const call of ['createAccount', 'resendcode', 'forgotpassword', 'verifycode']) {
    watch.allow(500, `/v0/${call}`)
    await page.route(`**/v0/${call}`, (route) => route.fulfill(failing))
  }
  await page.goto('/auth/signup/user')
  await answerRegistration(page, newPerson())
  await page.getByRole('button', { name: 'Register' }).click()
  await expectToast(page, 'unable to complete registration, try again later')

  await page.goto('/auth/otp/user')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('ada@example.com')
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await expectToast(page, 'An error occurred while sending OTP')

  await page.goto('/auth/forgot-password/doctor')
  await dialog.getByLabel('Email').fill('ada@example.com')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expectToast(page, 'unable to send otp, try again later')

  await page.goto('/auth/reset-password/doctor')
  await dialog.getByLabel('Email').fill('ada@example.com')
  await dialog.getByLabel('Verification code').fill('12345')
  await dialog.getByLabel('New password').fill('paddle cocoa thunder')
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  await expectToast(page, 'unable to reset password, try again later')
})

test('the code is typed or pasted into five boxes, and can be corrected', async ({ page }) => {
  await page.goto('/auth/otp/user')
  const code = page.getByLabel('Verification code')
  await code.pressSequentially('12a34')
  await expect(code).toHaveValue('1234')
  await code.press('Backspace')
  await expect(code).toHaveValue('123')
  // Pasted with spaces, over the earlier digits.
  await code.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '9 8 7 6 5 4')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(code).toHaveValue('98765')
  await code.fill('')
  await expect(code).toHaveValue('')
  await code.fill('12345')
  await expect(
    page.getByRole('dialog').locator('[aria-hidden="true"]').filter({ hasText: /^\d$/ }),
  ).toHaveCount(5)
})

test('each dialog keeps its own address through a reload, and Back closes it', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/auth/forgot-password/user')
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Forgot your password?' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const [path, name] of [
    ['/auth/otp/doctor', 'Check your email'],
    ['/auth/reset-password/user', 'Reset your password'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect(
      page.getByRole('heading', { name: 'Create your account', includeHidden: true }),
    ).toBeAttached()
  }
})

test('signing in to an unconfirmed account leads to its code', async ({ page, mailbox }) => {
  const person = newPerson()
  await page.goto('/auth/signup/doctor')
  await register(page, person)
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/auth/otp/doctor')
  await expectToast(page, 'an otp has been sent to your email')
  await mailbox.code(person.email, 'Confirm your email')
})

test('an account is deleted with its password, and its email can register again', async ({
  page,
  mailbox,
  watch,
}) => {
  const person = await becomeMember(page, mailbox)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Delete my account' })
  await button.click()
  await expect(page.getByRole('link', { name: 'Enter your password' })).toBeVisible()
  await page.getByLabel('Your password').fill('not my password')
  await page.getByLabel('I know that this cannot be undone').check()
  watch.allow(400, '/v0/account/deletion')
  await pause(page)
  await button.click()
  await expect(page.getByText('The password is not right.').first()).toBeVisible()
  await page.getByLabel('Your password').fill(person.password)
  await pause(page)
  await button.click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  await mailbox.find(person.email, 'Your account is deleted')
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(
    person.email,
  )
  await page.goto('/auth/signup/user')
  await register(page, person)
  await mailbox.code(person.email, 'Confirm your email')
  await page.goto('/delete-account')
  await expect(page.getByRole('link', { name: 'Login' }).last()).toBeVisible()
})
