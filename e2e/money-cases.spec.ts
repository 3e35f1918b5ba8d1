import { expect, type Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { findCase, operator } from './operators.ts'
import { becomeMember, newPatient } from './people.ts'
import type { Product } from './product.ts'
import { workAs } from './results.ts'
import { test } from './site.ts'
import { letPhlebotomistSetOff } from './time-travel.ts'

const visit = { street: '14 Abak Road', area: 'Uyo', landmark: 'Beside the water tank' }

/** Opens the only order of the account that is signed in. */
async function openOrder(page: Page): Promise<void> {
  await page.goto('/orders')
  await page.getByRole('link', { name: booking.lab.name }).click()
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
}

/** Whole naira as the pages write them. */
const money = (kobo: number) => `₦${(kobo / 100).toLocaleString('en-NG')}`

/** An operator at the list of cases, once the case of this order is listed. */
async function openCase(staff: Page, product: Product, order: string) {
  await workAs(staff, product, operator)
  const row = await findCase(staff, order)
  await row.getByRole('button').first().click()
  return row
}

test('once the phlebotomist has set off, cancelling warns that the collection fee is kept', async ({
  page,
  mailbox,
  product,
}) => {
  await becomeMember(page, mailbox)
  const patient = newPatient()
  await booking.openCart(page, ['Full blood count'])
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await booking.describePatient(page, patient)
  await booking.describeVisit(page, visit)
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).click()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  await booking.expectPaid(page)
  await letPhlebotomistSetOff(product, patient.email)
  await openOrder(page)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await expect(dialog.getByText('Not refunded: the collection fee')).toBeVisible()
  await expect(dialog.getByText('The phlebotomist has already set off to you.')).toBeVisible()
  await expect(dialog.getByText('₦7,000', { exact: true })).toBeVisible()
  await expectGoodLook(page, 'order, cancelling, fee kept')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('This booking was cancelled')).toBeVisible()
})

test('a declined payment is retried from the page of its order', async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, newPatient(), ['Full blood count'])
  await booking.pay(page, 'Card that is declined')
  await booking.returnFromHostedPage(page)
  await openOrder(page)
  await expect(page.getByText('Not taken')).toBeVisible()
  await page.getByRole('button', { name: /^Pay now ₦/ }).click()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  await booking.expectPaid(page)
  await openOrder(page)
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments.getByText('Paid', { exact: true })).toBeVisible()
  await expect(payments.getByText('Not taken')).toBeVisible()
})

test('a disputed payment stays where it is: the order shows it, and an operator answers', async ({
  page,
  mailbox,
  product,
  simulator,
  anotherPerson,
  watch,
}) => {
  await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, newPatient(), booking.tests)
  const payment = await booking.begunPayment(page, simulator)
  await booking.pay(page)
  await booking.expectPaid(page)
  await simulator.happen(payment.reference, 'dispute', { amount: payment.amount - 12_300 })
  const staff = await anotherPerson()
  const row = await openCase(staff, product, await booking.onlyOrder(page))

  await openOrder(page)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  watch.allow(409, '/cancel')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(dialog.getByText('The booking was not cancelled')).toBeVisible()
  await expect(dialog.getByText(/We cannot return the money until the bank has decided/)).toBeVisible()
  await expectGoodLook(page, 'order, payment disputed')

  await row.getByRole('button', { name: 'Answer the bank' }).click()
  const answer = staff.getByRole('dialog', { name: "Answer the payer's bank" })
  await answer
    .getByLabel('What should the bank read?')
    .fill('The sample is booked at the lab on any open day.')
  await expectGoodLook(staff, 'operator, answering a bank')
  await answer.getByRole('button', { name: 'Send the answer' }).click()
  await expect(answer).toBeHidden()
  await expect(staff.getByText('The bank has your answer')).toBeVisible()
})

test('an operator lets an overpayment pay its order, and the excess is refunded', async ({
  page,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, newPatient(), ['Full blood count'])
  const payment = await booking.begunPayment(page, simulator)
  const sum = payment.amount + 43_200
  await simulator.happen(payment.reference, 'succeed', { amount: sum })
  const staff = await anotherPerson()
  const row = await openCase(staff, product, await booking.onlyOrder(page))
  await row.getByRole('button', { name: 'Let it pay the order' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Let this money pay its order?' })
  await dialog.getByRole('button', { name: 'Let it pay the order' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
  await openOrder(page)
  await expect(page.getByText('Scheduled').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText(money(43_200))).toBeVisible()
})
