import { expect } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient } from './people.ts'
import { test } from './site.ts'

test('after a failed payment the same booking gets a link in the cart, and stays one order', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  const patient = newPatient()
  await booking.bookAndLeaveToPay(page, patient, ['Full blood count'])
  await booking.pay(page, 'Card that is declined')
  await booking.returnFromHostedPage(page)
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('Your booking is saved as an order.')).toBeVisible()
  await booking.describePatient(page, patient)
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  await expect(page.getByRole('heading', { name: 'Payment Link Created' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible()
  await expect(page.getByText('Not taken')).toBeVisible()
  await booking.expectOneOrder(page)
})

test('a booking changed after its payment failed becomes another order', async ({ page, mailbox, watch }) => {
  await becomeMember(page, mailbox)
  // The reference in this tab belongs to the booking before the change.
  watch.allow(409, '/v0/addBooking')
  const patient = newPatient()
  await booking.bookAndLeaveToPay(page, patient, ['Full blood count'])
  await booking.pay(page, 'Card that is declined')
  await page.goto('/cart')
  await booking.describePatient(page, { ...patient, name: 'Somebody Else' })
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  await expect(page.getByRole('heading', { name: 'Payment Link Created' })).toBeVisible()
  await page.goto('/orders')
  await expect(page.getByText('2 bookings', { exact: true })).toBeVisible()
})

test('a booking that is already paid is not sent again: the cart leads to its order', async ({
  page,
  mailbox,
  simulator,
  watch,
}) => {
  await becomeMember(page, mailbox)
  const patient = newPatient()
  await booking.bookAndLeaveToPay(page, patient, ['Full blood count'])
  const { reference } = await booking.begunPayment(page, simulator)
  await simulator.happen(reference, 'succeed')
  await mailbox.find(patient.email, 'Your booking is confirmed')
  await page.goto('/cart')
  await booking.describePatient(page, patient)
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  watch.allow(409, '/v0/addBooking')
  await booking.proceed(page).click()
  await expect(page.getByText('This order is paid. Do not pay again.')).toBeVisible()
  await expectGoodLook(page, 'cart, paid before')
  await page.getByRole('alert').getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
})
