import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient, signIn } from './people.ts'
import { expect, test } from './site.ts'

const payNow = /^Pay now ₦/

test('a payer returns without paying, finds the order and pays from there; then the cart is empty', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, newPatient(), ['Full blood count'])
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expectGoodLook(page, 'order, payment begun')
  await page.getByRole('button', { name: payNow }).click()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  await booking.expectPaid(page)
  await booking.expectOneOrder(page)
  await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible()
})

test('an order started online and then shared as a link is no longer in the cart', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, newPatient(), ['Full blood count'])
  await page.goBack()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 test' })).toBeVisible()
  await page.getByRole('button', { name: 'Generate payment link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible()
})

test('a declined card takes nothing, and the next try pays the same order', async ({
  page,
  mailbox,
  simulator,
}) => {
  await becomeMember(page, mailbox)
  const patient = newPatient()
  await booking.bookAndLeaveToPay(page, patient, ['Full blood count'])
  await booking.pay(page, 'Card that is declined')
  await expect(page.getByRole('heading', { name: 'Payment declined' })).toBeVisible()
  await booking.returnFromHostedPage(page)
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()
  const declined = new URL(page.url()).searchParams.get('reference') ?? ''
  expect(await simulator.payment(declined)).toMatchObject({ status: 'failed' })
  await expectGoodLook(page, 'return page, declined')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: payNow }).click()
  await booking.expectHostedPage(page)
  await booking.pay(page, 'USSD')
  await booking.expectPaid(page)
  await booking.expectOneOrder(page)
  await page.getByRole('link', { name: booking.lab.name }).click()
  await expect(page.getByText('Not taken')).toBeVisible()
})

test('two tabs pay one order: the second payment goes back to the payer', async ({
  page,
  context,
  mailbox,
  simulator,
}) => {
  const person = await becomeMember(page, mailbox)
  const patient = newPatient()
  await booking.bookAndLeaveToPay(page, patient, ['Full blood count'])

  const second = await context.newPage()
  await second.goto('/orders')
  await signIn(second, person)
  await second.getByRole('link', { name: booking.lab.name }).click()
  await second.getByRole('button', { name: payNow }).click()
  await booking.expectHostedPage(second)
  await booking.pay(second)
  await booking.expectPaid(second)

  await booking.pay(page)
  await expect(page.getByRole('heading', { name: /on its way back|was returned/ })).toBeVisible()
  await expectGoodLook(page, 'return page, refunded')
  const returned = new URL(page.url()).searchParams.get('reference') ?? ''
  await expect.poll(async () => (await simulator.payment(returned))?.status).toBe('reversed')
  await mailbox.find(person.email, 'Your money has been returned')
})

test('an abandoned payment page is reported as unpaid, and no confirmation is sent', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  const patient = newPatient()
  await booking.bookAndLeaveToPay(page, patient, ['Full blood count'])
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL(/\/payment\/return/)
  await expectGoodLook(page, 'return page, cancelled')
  expect(await mailbox.all(patient.email)).toEqual([])
})

test('an altered pay link opens a page with a message', async ({ page, watch }) => {
  watch.allow(404, '/v0/payment-links/')
  watch.allow(400, '/v0/payment-links/')
  for (const token of ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'short', '%3Cscript%3E']) {
    await page.goto(`/pay/${token}`)
    await expect(page.getByRole('heading', { name: 'We do not know this payment link' })).toBeVisible()
  }
  watch.allow(404, '/v0/payments/')
  watch.allow(400, '/v0/payments/')
  await page.goto('/payment/return?reference=bk-00000000000000000000000000')
  await expect(page.getByRole('heading', { name: 'We do not know this payment' })).toBeVisible()
  await expectGoodLook(page, 'return page, unknown')
})
