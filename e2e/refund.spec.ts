import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient } from './people.ts'
import { expect, test } from './site.ts'

/** Books, pays, and ends on the order’s page. */
async function paidOrder(page: Page, patient: ReturnType<typeof newPatient>): Promise<void> {
  await booking.bookAndLeaveToPay(page, patient, booking.tests)
  await booking.pay(page)
  await booking.expectPaid(page)
  await booking.expectOneOrder(page)
  await page.getByRole('link', { name: booking.lab.name }).click()
  await expect(page.getByRole('heading', { name: 'Plans changed?' })).toBeVisible()
}

const refunds = (page: Page) => page.getByRole('region', { name: 'Refunds' })

test('a paid booking is cancelled, and its refund to the card is shown step by step', async ({
  page,
  mailbox,
}) => {
  const person = await becomeMember(page, mailbox)
  const patient = newPatient()
  await paidOrder(page, patient)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await expect(dialog.getByText('You get back')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /card or account/ })).toBeChecked()
  await expectGoodLook(page, 'order, cancelling')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('This booking was cancelled')).toBeVisible()
  await expect(refunds(page).getByText(/^(Pending|Processing|Processed)$/)).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(refunds(page).getByText('Processed', { exact: true })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(refunds(page).getByText(/^It was sent back on/)).toBeVisible()
  await expectGoodLook(page, 'order, refunded')
  const mail = await mailbox.find(person.email, 'Your booking is cancelled')
  expect(mail.text).toContain('3 to 10 working days')
  const patients = await mailbox.find(patient.email, 'Your booking is cancelled')
  for (const name of booking.tests) expect(`${mail.text}${patients.text}`).not.toContain(name)
})

test('the dialog can keep the booking, and a refund as credit is there at once', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  await paidOrder(page, newPatient())
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await dialog.getByRole('button', { name: 'Keep the booking' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await dialog.getByRole('radio', { name: /As Labalaba credit/ }).check()
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(refunds(page).getByText('Processed', { exact: true })).toBeVisible()
  await expect(refunds(page).getByText(/pays for your next booking/)).toBeVisible()
})
