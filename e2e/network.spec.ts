import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import type { Mailbox } from './mailbox.ts'
import { answerRegistration, becomeMember, newPatient, newPerson, pause } from './people.ts'
import { expect, test } from './site.ts'

const away = 'You are offline. Try again when the network is back. What you typed is still here.'

/** A form that stands alone: how to fill it, what sends it, and what must still be there afterwards. */
type Form = {
  readonly name: string
  readonly path: string
  readonly fill: (page: Page) => Promise<void>
  readonly button: string
  readonly typed: readonly string[]
  /** The server’s answer once it is reached: a refusal that belongs to the journey, and its message. */
  readonly answer: { readonly status?: number; readonly call: string; readonly words: string | RegExp }
}

const email = newPerson().email

const forms: readonly Form[] = [
  {
    name: 'registration',
    path: '/auth/signup/user',
    fill: (page) => answerRegistration(page, { ...newPerson(), email }),
    button: 'Register',
    typed: ['Ada', 'Okonkwo', email, 'guava river lantern'],
    answer: { call: '/v0/createAccount', words: 'Check your email' },
  },
  {
    name: 'code',
    path: '/auth/otp/user',
    async fill(page) {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
      await dialog.getByLabel('Verification code').fill('12345')
    },
    button: 'Verify',
    typed: [email, '12345'],
    answer: { status: 400, call: '/v0/verifyaccount', words: /That code is not right/ },
  },
  {
    name: 'forgotten password',
    path: '/auth/forgot-password/user',
    fill: (page) => page.getByRole('dialog').getByLabel('Email').fill(email),
    button: 'Verify',
    typed: [email],
    answer: { call: '/v0/forgotpassword', words: 'Reset your password' },
  },
  {
    name: 'new password',
    path: '/auth/reset-password/user',
    async fill(page) {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Verification code').fill('12345')
      await dialog.getByLabel('New password').fill('paddle cocoa thunder')
    },
    button: 'Reset password',
    typed: [email, '12345', 'paddle cocoa thunder'],
    answer: { status: 400, call: '/v0/verifycode', words: /That code is not right/ },
  },
]

const inputValues = (page: Page) =>
  page
    .locator('input')
    .evaluateAll((all) => all.map((one) => (one instanceof HTMLInputElement ? one.value : '')))

for (const { name, path, fill, button, typed, answer } of forms) {
  test(`the ${name} form reports a lost network, keeps what was typed, and can be sent afterwards`, async ({
    page,
    context,
    watch,
  }) => {
    await page.goto(path)
    await fill(page)
    // The script that shows failures is loaded by then.
    await page.waitForLoadState('networkidle')
    watch.allowLostNetwork()
    await context.setOffline(true)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(away)).toBeVisible()
    expect(await inputValues(page)).toEqual(expect.arrayContaining([...typed]))
    await context.setOffline(false)
    await expect(page.getByText('You are offline')).toHaveCount(0)
    if (answer.status) watch.allow(answer.status, answer.call)
    await pause(page)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(answer.words).first()).toBeVisible()
  })
}

test('an account cannot be deleted without a network, keeps what was typed, and can be deleted afterwards', async ({
  page,
  context,
  mailbox,
  watch,
}) => {
  const { email: own, password } = await becomeMember(page, mailbox)
  const button = page.getByRole('button', { name: 'Delete my account' })
  await page.goto('/delete-account')
  await page.getByLabel('Your password').fill(password)
  await page.getByLabel(/cannot be undone/).check()
  await page.waitForLoadState('networkidle')
  watch.allowLostNetwork()
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText(away)).toBeVisible()
  await expect(page.getByLabel('Your password')).toHaveValue(password)
  await expect(page.getByLabel(/cannot be undone/)).toBeChecked()
  await expect(page.getByText(own)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await pause(page)
  await button.click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
})

/** Where an order with a link and a started payment is seen. */
type Places = { readonly order: string; readonly pay: string; readonly back: string }

async function begin(page: Page, mailbox: Mailbox): Promise<Places> {
  await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  const pay = new URL(await page.getByLabel('Link', { exact: true }).inputValue()).pathname
  await page.goto(pay)
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await booking.expectHostedPage(page)
  await page.goto('/orders')
  await page.getByRole('link', { name: booking.lab.name }).click()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  const reference = await page.getByText(/^bk-/).textContent()
  return { pay, order: new URL(page.url()).pathname, back: `/payment/return?reference=${reference}` }
}

test('an order, its pay page and the payment’s return page report that no answer came, and recover', async ({
  page,
  mailbox,
  watch,
}) => {
  const places = await begin(page, mailbox)
  watch.allowLostNetwork()
  const cut = () => page.route('**/v0/**', (route) => route.abort('internetdisconnected'))
  const again = page.getByRole('button', { name: 'Try again' })
  for (const { path, words, safe } of [
    {
      path: '/explore/tests/malaria-parasite',
      words: 'No answer from the network',
      safe: 'Your cart has not changed.',
    },
    { path: places.order, words: 'No answer came.', safe: 'Your booking and your money are safe.' },
    { path: places.pay, words: 'No answer came.', safe: 'Nothing has been paid.' },
  ])
    await test.step(path.replace(/[A-Za-z0-9_-]{16,}/, '…'), async () => {
      await cut()
      await page.goto(path)
      await expect(page.getByText(words)).toBeVisible()
      await expect(page.getByText(safe)).toBeVisible()
      await page.unroute('**/v0/**')
      await again.click()
      await expect(page.getByText(words)).toHaveCount(0)
      await expect(again).toHaveCount(0)
    })
  await test.step('orders, where the part that shows offline copies did not load either', async () => {
    const part = '**/assets/offline-orders-*'
    await cut()
    await page.route(part, (route) => route.abort('internetdisconnected'))
    await page.goto('/orders')
    await expect(page.getByText('Your bookings and your money are safe.')).toBeVisible()
    await page.unroute('**/v0/**')
    await page.unroute(part)
    await again.click()
    await expect(again).toHaveCount(0)
  })
  await test.step('the return page recovers by itself', async () => {
    await cut()
    await page.goto(places.back)
    await expect(page.getByText('We cannot reach our server from this phone just now.')).toBeVisible()
    await page.unroute('**/v0/**')
    await expect(page.getByText('Your bank may already have taken')).toBeVisible()
  })
})
