import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { newPatient, pause } from './people.ts'
import { resume, type Session } from './session.ts'
import { expect, test } from './site.ts'
import { storedText } from './storage.ts'
import { expectToast } from './toast.ts'

/** What the specification asks of the cart and the payment link, and no other journey covers. */

/** A cart of two tests. What the test does to it stays done. */
async function openCart(page: Page, { tab, device }: Session): Promise<void> {
  await resume(page.context(), { tab, device: {} })
  await page.goto('/terms-of-use')
  await page.evaluate((cart) => {
    for (const [key, value] of Object.entries(cart)) localStorage.setItem(key, value)
  }, device)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
}

test('the cart removes a test, and leads to the labs once it is empty', async ({ page, session }) => {
  await openCart(page, session)
  for (const name of booking.tests) await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: `Remove ${booking.tests[0]}` }).click()
  await expectToast(page, 'Item removed from cart')
  await page.getByRole('button', { name: `Remove ${booking.tests[1]}` }).click()
  await expect(page).toHaveURL('/explore/labs')
  await page.goto('/cart')
  await expect(page).toHaveURL('/explore/labs')
})

test('the summary adds up: a walk-in, the default, costs nothing more, a home visit ₦7,000', async ({
  page,
  session,
}) => {
  await openCart(page, session)
  await expect(page.getByRole('radio', { name: 'Walk-in Session' })).toBeChecked()
  const fee = page.locator('dl > div').filter({ hasText: 'Sample collection fee' }).locator('dd')
  const total = page
    .locator('dl > div')
    .filter({ hasText: /^Total/ })
    .locator('dd')
  const kobo = async (place: typeof fee) =>
    Math.round(Number((await place.first().textContent())?.replaceAll(/[₦,]/g, '')) * 100)
  await expect(page.locator('dl > div').filter({ hasText: /sub.?total/i })).toContainText('2 tests')
  await expect(fee.first()).toHaveText('₦0')
  const walkIn = await kobo(total)
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await expect(fee.first()).toHaveText('₦7,000')
  expect(await kobo(total)).toBe(walkIn + 700_000)
})

test('Cancel asks once, empties the cart and returns to the lab', async ({ page, session }) => {
  await openCart(page, session)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await pause(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await pause(page)
  await page.getByRole('button', { name: 'Yes, empty the cart' }).click()
  await expect(page).toHaveURL(`/labs/${booking.lab.slug}`)
  expect(await page.evaluate(() => localStorage.getItem('_cart') ?? '[]')).toBe('[]')
})

test('a failed booking shows the message of the specification', async ({ page, session, watch }) => {
  watch.allow(500, '/v0/addBooking')
  await openCart(page, session)
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await page.route('**/v0/addBooking', (route) =>
    route.fulfill({ status: 500, json: { status: 500, code: 'bug', message: 'No.', data: null } }),
  )
  await booking.proceed(page).click()
  await expectToast(page, 'unable to complete test process, try again later')
})

test('the payment link dialog is filled in, shows the total, and says where the link went', async ({
  page,
  session,
}) => {
  const patient = newPatient()
  await openCart(page, session)
  await booking.describePatient(page, patient)
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Link Created' })
  await expect(dialog.getByText(/expires in three days/)).toBeVisible()
  await expect(dialog.getByLabel('Recipient email')).toHaveValue(patient.email)
  await expect(dialog.getByLabel('Mobile')).toHaveValue(patient.phone)
  for (const words of ['Order id', /LB-/, 'Patient name', patient.name, 'Total amount', /₦[\d,]+/])
    await expect(dialog).toContainText(words)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expectToast(page, 'payment link shared successfully')
  const sent = page.getByRole('dialog', { name: 'Link Sent Successfully!' })
  await expect(sent).toContainText(patient.email)
  await expect(sent).toContainText('The link expires after 3 days')
  await sent.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the browser stores what the specification names, and no patient data', async ({ page, session }) => {
  const patient = newPatient()
  await openCart(page, session)
  await booking.describePatient(page, patient)
  const stored = await storedText(page)
  for (const key of ['_tr_js', '_tr_js_exp', '_cart', 'lab']) expect(stored).toContain(`["${key}",`)
  expect(stored).not.toContain(patient.name)
  expect(stored).not.toContain(patient.email)
  const cart = await page.evaluate(() => JSON.parse(localStorage.getItem('_cart') ?? '[]'))
  expect(cart).toEqual(booking.tests.map((name) => ({ name, amount: expect.any(Number) })))
})
