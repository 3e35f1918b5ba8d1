import { expect, type Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { askSession, becomeMember, keepSession, newPatient } from './people.ts'
import type { Product } from './product.ts'
import type { SeenPayment, Simulator } from './simulator.ts'
import { test } from './site.ts'
import { letPhlebotomistSetOff } from './time-travel.ts'

const operator = 'operator@demo.labalaba.example'
const visit = { street: '14 Abak Road', area: 'Uyo', landmark: 'Beside the water tank' }

/** The payment that was begun last by whoever stands on the payment page. */
async function begun(page: Page, simulator: Simulator): Promise<SeenPayment> {
  const shown = await page.getByText(/^bk-/).textContent()
  const found = await simulator.payment(shown?.trim() ?? '')
  if (!found) throw new Error(`The Paystack stand-in knows no payment ${shown}.`)
  return found
}

/** Opens the only order of whoever is signed in. */
async function openOrder(page: Page): Promise<void> {
  await page.goto('/orders')
  await page.getByRole('link', { name: booking.lab.name }).click()
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
}

/** Whole naira as the pages write them. */
const money = (kobo: number) => `₦${(kobo / 100).toLocaleString('en-NG')}`

/** An operator at the list of cases, once the one about this sum is there. */
async function openCase(staff: Page, product: Product, sum: string) {
  await keepSession(staff, await askSession(staff, { email: operator, password: product.demoPassword }))
  const row = staff.getByRole('listitem').filter({ has: staff.getByText(sum, { exact: true }) })
  await expect(async () => {
    await staff.goto('/operator/cases')
    await expect(row).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await row.getByRole('button').first().click()
  return row
}

test('once the phlebotomist has set off, who cancels is told that the collection fee is kept', async ({
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
  await expect(dialog.getByText('Kept: the collection fee')).toBeVisible()
  await expect(dialog.getByText('The phlebotomist has already set off to you.')).toBeVisible()
  await expect(dialog.getByText('₦7,000', { exact: true })).toBeVisible()
  await expectGoodLook(page, 'order, cancelling, fee kept')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('This booking was cancelled')).toBeVisible()
})

test('a payment that was declined is tried again from the page of its order', async ({ page, mailbox }) => {
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

test('money that a bank is looking into stays where it is: the order says so, and an operator answers', async ({
  page,
  mailbox,
  product,
  simulator,
  anotherPerson,
  watch,
}, info) => {
  await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, newPatient(), booking.tests)
  const payment = await begun(page, simulator)
  await booking.pay(page)
  await booking.expectPaid(page)
  // A sum that no other try disputes, by which its case is found.
  const disputed = payment.amount - 12_300 - info.retry * 100
  await simulator.happen(payment.reference, 'dispute', { amount: disputed })
  const staff = await anotherPerson()
  const row = await openCase(staff, product, money(disputed))

  await openOrder(page)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  watch.allow(409, '/cancel')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(dialog.getByText('The booking was not cancelled')).toBeVisible()
  await expect(dialog.getByText(/We cannot return it until they have decided/)).toBeVisible()
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

test('too much money is let pay its order by an operator, and what came over goes back', async ({
  page,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, newPatient(), ['Full blood count'])
  const payment = await begun(page, simulator)
  const sum = payment.amount + 43_200
  await simulator.happen(payment.reference, 'succeed', { amount: sum })
  const staff = await anotherPerson()
  const row = await openCase(staff, product, money(sum))
  await row.getByRole('button', { name: 'Let it pay the order' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Let this money pay its order?' })
  await dialog.getByRole('button', { name: 'Let it pay the order' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
  await openOrder(page)
  await expect(page.getByText('Scheduled').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText(money(43_200))).toBeVisible()
})
