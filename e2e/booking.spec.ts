import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient, pause } from './people.ts'
import { changePrice } from './prices.ts'
import { expect, test } from './site.ts'
import { refusing } from './walk.ts'

test.beforeEach(async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
})

test('two clicks on Proceed make one order and one payment', async ({ page }) => {
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await booking.expectHostedPage(page)
  await booking.expectOneOrder(page)
  await page.getByRole('link', { name: booking.lab.name }).click()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expect(page.getByText(/^bk-/)).toHaveCount(1)
})

test('a reload keeps the tests and every answer, and the page names what is missing', async ({ page }) => {
  const patient = newPatient()
  await booking.openCart(page)
  await booking.describePatient(page, patient)
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.expectSaved(page)
  await page.reload()
  await expect(page.getByText(patient.email)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Home Sample Collection' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Generate payment link' })).toBeChecked()
  for (const name of booking.tests)
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  await expect(booking.proceed(page)).toBeDisabled()
  await expect(page.getByText(/^Still needed/).filter({ visible: true })).toBeVisible()
})

test('a test that is usually for men is booked for a woman only once she confirms that she wants it', async ({
  page,
}) => {
  await booking.openCart(page, ['Full blood count', 'Semen analysis'])
  const wants = page.getByRole('checkbox', { name: 'The patient wants it all the same' })
  await expect(wants).toHaveCount(0)
  await booking.describePatient(page, newPatient())
  await expect(page.getByText('Semen analysis is usually for men.')).toBeVisible()
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await expect(page.getByText('Tick this, or remove the test from the cart').first()).toBeVisible()
  await expectGoodLook(page, 'cart, a test for the other sex')
  await page.getByRole('radio', { name: 'Male', exact: true }).check()
  await expect(wants).toHaveCount(0)
  await page.getByRole('radio', { name: 'Female', exact: true }).check()
  await expect(wants).not.toBeChecked()
  await wants.check()
  await booking.proceed(page).click()
  await expect(page.getByRole('heading', { name: 'Payment Link Created' })).toBeVisible()
})

test('going to the lab and back keeps every answer', async ({ page }) => {
  const patient = newPatient()
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, patient)
  await page.getByRole('link', { name: 'Add another test' }).click()
  await booking.select(page, ['Urinalysis'])
  await page.getByRole('button', { name: 'Proceed (2 tests)' }).click()
  await expect(page.getByText(patient.email)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Urinalysis' })).toBeVisible()
})

test('if the network fails on Proceed, a retry makes one order', async ({ page, context, watch }) => {
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  watch.allowLostNetwork()
  await context.setOffline(true)
  await booking.proceed(page).click()
  await expect(page.getByText('No answer came')).toBeVisible()
  await expectGoodLook(page, 'cart, offline')
  await context.setOffline(false)

  await pause(page)
  // This time the booking arrives, and its answer is lost.
  await page.route('**/v0/addBooking', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await booking.proceed(page).click()
  await expect(page.getByText('No answer came')).toBeVisible()
  await page.unroute('**/v0/addBooking')
  await pause(page)
  await booking.proceed(page).click()
  await booking.expectHostedPage(page)
  await booking.expectOneOrder(page)
})

test('if the network fails on Proceed before a payment link is made, a retry shows the link', async ({
  page,
  context,
  watch,
}) => {
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('link-dialog')),
  )
  watch.allowLostNetwork()
  await context.setOffline(true)
  await booking.proceed(page).click()
  await expect(page.getByText('No answer came')).toBeVisible()
  await context.setOffline(false)
  await pause(page)
  await booking.proceed(page).click()
  await expect(page.getByRole('heading', { name: 'Payment Link Created' })).toBeVisible()
})

test('if the network fails while the code of the link is loaded, the page of the order shows the link', async ({
  page,
  watch,
}) => {
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, newPatient())
  watch.allowLostNetwork()
  await page.route('**/assets/link-dialog-*.js', (route) => route.abort('internetdisconnected'))
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  await expect(page).toHaveURL(/\/orders\/LB-/)
  await page.unroute('**/assets/link-dialog-*.js')
  await page.getByRole('button', { name: 'Show payment link' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Link Created' })).toBeVisible()
})

test('a price that has changed is shown and accepted before the booking', async ({
  page,
  product,
  watch,
}) => {
  const lab = { slug: 'obokun-medical-laboratory', place: 'Ilesa Main Laboratory' }
  await changePrice(product, lab.slug, 'Urinalysis', 2_500)
  await page.goto(`/labs/${lab.slug}`)
  await page.getByRole('radio', { name: lab.place }).check()
  await booking.select(page, ['Urinalysis'])
  await page.getByRole('button', { name: /^Proceed/ }).click()
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await changePrice(product, lab.slug, 'Urinalysis', 2_750)
  watch.allow(409, '/v0/addBooking')
  await booking.proceed(page).click()
  await expect(page.getByRole('heading', { name: 'A price has changed' })).toBeVisible()
  await expect(page.getByText('₦2,750').first()).toBeVisible()
  await expect(booking.proceed(page)).toBeDisabled()
  await expectGoodLook(page, 'cart, price changed')
  await page.getByRole('button', { name: 'Accept the new prices' }).click()
  await booking.expectHostedPage(page)
  await expect(page.getByRole('button', { name: 'Pay ₦2,750' })).toBeVisible()
})

test('a refused test has its choices beside it, for keyboards too', async ({ page, watch }) => {
  const [first, second] = booking.tests
  await booking.openCart(page)
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  const refusal = { status: 409, code: 'unknown_test', message: 'Not offered.', data: { tests: [first] } }
  watch.allow(409, '/v0/addBooking')
  const notice = page.getByRole('alert').filter({ hasText: 'Nothing has been booked' })
  await refusing(page, '**/v0/addBooking', refusal, async () => {
    await booking.proceed(page).click()
    await expect(notice.getByText(`This lab does not offer ${first} now.`)).toBeVisible()
  })
  await expect(notice.getByRole('link', { name: `See other labs for ${first}` })).toHaveAttribute(
    'href',
    `/explore/tests?q=${encodeURIComponent(first)}`,
  )
  await expectGoodLook(page, 'cart, a test refused')
  await notice.getByRole('button', { name: `Remove ${first}` }).press('Enter')
  await expect(notice).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tests', exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: `Remove ${second}` })).toBeVisible()
  await expect(booking.proceed(page)).toBeEnabled()
})

test('a test that the lab no longer offers is named in the cart, and can be removed there', async ({
  page,
}) => {
  await booking.openCart(page)
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('_cart') ?? '[]')
    localStorage.setItem('_cart', JSON.stringify([...stored, { name: 'Old test', amount: 900 }]))
  })
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: 'Old test' })
  await expect(line.getByText('This lab no longer offers this test.')).toBeVisible()
  await expect(line.getByRole('link', { name: 'See other labs for Old test' })).toBeVisible()
  await expect(page.getByText('to remove Old test from the cart').filter({ visible: true })).toBeVisible()
  await expectGoodLook(page, 'cart, a test left off')
  await line.getByRole('button', { name: 'Remove Old test' }).click()
  await expect(line).toBeHidden()
})
