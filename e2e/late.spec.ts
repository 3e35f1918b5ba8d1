import { expect, type Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient, type Patient } from './people.ts'
import { test } from './site.ts'
import { letVisitPass } from './time-travel.ts'

const visit = { street: '14 Abak Road', area: 'Uyo', landmark: 'Beside the water tank' }

/** A home visit whose payment page stays open until its time has passed; then it is paid. */
async function payTooLate(
  page: Page,
  patient: Patient,
  pass: (email: string) => Promise<void>,
): Promise<void> {
  await booking.openCart(page)
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await booking.describePatient(page, patient)
  await booking.describeVisit(page, visit)
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).click()
  await booking.expectHostedPage(page)
  await pass(patient.email)
  await booking.pay(page)
  await booking.expectPaid(page)
  await expect(page.getByText('It came too late to keep the booking as it was')).toBeVisible()
  await page.getByRole('link', { name: 'See my order' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new day for the visit' })).toBeVisible()
}

test('a payment arrives after the time of the home visit, and its owner chooses a new day', async ({
  page,
  mailbox,
  product,
}) => {
  const person = await becomeMember(page, mailbox)
  const patient = newPatient()
  await payTooLate(page, patient, (email) => letVisitPass(product, email))
  await expect(page.getByText('Nothing happens until you choose.')).toBeVisible()
  await expectGoodLook(page, 'order, money came late')
  await mailbox.find(person.email, 'Your payment came late: please choose')

  await page.getByRole('button', { name: 'Choose a new day and time' }).click()
  const dialog = page.getByRole('dialog')
  const take = dialog.getByRole('button', { name: 'Book this time' })
  await expect(take).toBeDisabled()
  await booking.chooseVisitTime(dialog)
  await expectGoodLook(page, 'new day and time')
  await take.click()
  await expect(page.getByRole('heading', { name: 'Choose a new day for the visit' })).toHaveCount(0)
  await expect(page.getByText(/Home visit booked for /)).toBeVisible()
  await mailbox.find(patient.email, 'Your home visit has a new time')
})

test('a late payment becomes credit, and the credit pays the next booking', async ({
  page,
  mailbox,
  product,
  simulator,
}) => {
  await becomeMember(page, mailbox)
  const patient = newPatient()
  await payTooLate(page, patient, (email) => letVisitPass(product, email))
  const order = new URL(page.url()).pathname.split('/').pop() ?? ''
  const token = await page.evaluate(() => sessionStorage.getItem('_tr_js'))
  const cancelled = await page.request.post(`/v0/orders/${order}/cancel`, {
    headers: { authorization: `Bearer ${token}` },
    data: { refundTo: 'credit' },
  })
  expect(cancelled.status()).toBe(200)
  await page.reload()
  await expect(page.getByText('This booking was cancelled')).toBeVisible()

  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  const use = page.getByRole('switch', { name: 'Use it for this booking' })
  await expect(use).toBeChecked()
  await expect(page.getByText('Still to pay').first()).toBeVisible()
  await expectGoodLook(page, 'cart, with credit')
  await booking.proceed(page).click()
  await expect(page).toHaveURL(/\/orders\/LB-/)
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
  await expect(page.getByText(/ credit$/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible()
  await expectGoodLook(page, 'order, paid with credit')
  const paid = new URL(page.url()).pathname.split('/').pop() ?? ''
  const answer = await page.request.get(`/v0/orders/${paid}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data }: { data: { payments: { reference: string }[] } } = await answer.json()
  expect(data.payments).not.toHaveLength(0)
  for (const { reference } of data.payments) expect(await simulator.payment(reference)).toBeUndefined()
})
