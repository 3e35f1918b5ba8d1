import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient } from './people.ts'
import { expect, test } from './site.ts'
import { letOneVisitRemain, letVisitBeTaken } from './time-travel.ts'

const windows = (page: Page) => page.getByRole('group', { name: /^Time on/ }).getByRole('radio')

/**
 * Chooses a time on a day that no other journey chooses: they choose among the last eight
 * (`chooseVisitTime`). Each try has its own day, because it takes places permanently.
 */
async function chooseUnsharedTime(page: Page, name: RegExp): Promise<{ day: string; starts: string }> {
  const day = (await booking.visitDays(page))[1 + (test.info().retry % 2)] ?? ''
  await booking.chooseVisitDay(page, day)
  const window = page.getByRole('radio', { name })
  await window.check()
  return { day, starts: await window.inputValue() }
}

/** A cart with everything answered but the time. */
async function answerAll(page: Page): Promise<void> {
  await booking.openCart(page, ['Full blood count'])
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await booking.describePatient(page, newPatient())
  await page.getByLabel('Street address').fill('14 Abak Road')
  await page.getByLabel('Area or town').selectOption({ label: 'Uyo' })
  await page.getByRole('radio', { name: 'Pay Online' }).check()
}

test('two patients want the last visit of a window: one books it, and the other sees a message and chooses another', async ({
  page,
  mailbox,
  product,
  anotherPerson,
  watch,
}) => {
  await becomeMember(page, mailbox)
  await answerAll(page)
  const chosen = await chooseUnsharedTime(page, /^3 to 5 pm/)
  await letOneVisitRemain(product, booking.lab.place, chosen)

  const other = await anotherPerson()
  await becomeMember(other, mailbox)
  await answerAll(other)
  await chooseUnsharedTime(other, /^3 to 5 pm/)
  await expect(other.getByRole('radio', { name: '3 to 5 pm, few left' })).toBeChecked()
  await booking.proceed(other).click()
  await booking.expectHostedPage(other)

  watch.allow(409, '/v0/addBooking')
  await booking.proceed(page).click()
  await expect(page.getByText('No phlebotomist is free at that time. Choose another.').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: '3 to 5 pm, full' })).toBeVisible()
  await expectGoodLook(page, 'cart, the time was taken')
  await windows(page).first().check()
  await expect(page.getByRole('radio', { name: '3 to 5 pm, full' })).toBeDisabled()
  await booking.proceed(page).click()
  await booking.expectHostedPage(page)
})

test('a time that was not paid within its hold is reported on the order, and another is chosen there', async ({
  page,
  mailbox,
  product,
}) => {
  const person = await becomeMember(page, mailbox)
  await answerAll(page)
  await chooseUnsharedTime(page, /^1 to 3 pm/)
  await booking.proceed(page).click()
  await booking.expectHostedPage(page)
  await page.goto('/orders')
  await page.getByRole('article').getByRole('link').click()
  await expect(page.getByText(/^We hold the visit on .* between 1 and 3 pm for you until/)).toBeVisible()
  await expectGoodLook(page, 'order, its visit is held')

  await letVisitBeTaken(product, person.email, booking.lab.place)
  await page.reload()
  await expect(page.getByText('The time of the visit has been taken')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay now/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /payment link/ })).toHaveCount(0)
  await expect(page.getByText('you can choose another time below, and then pay')).toBeVisible()
  await expectGoodLook(page, 'order, its visit was taken')
  await page.getByRole('button', { name: 'Choose another time' }).click()
  const dialog = page.getByRole('dialog')
  await booking.chooseVisitTime(dialog)
  await dialog.getByRole('button', { name: 'Book this time' }).click()
  await expect(page.getByRole('button', { name: /^Pay now/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change the time' })).toBeVisible()
})

test('if no visit is free for two weeks the cart offers a walk-in', async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
  await page.route('**/v0/slots?*', (route) =>
    route.fulfill({
      json: { status: 200, data: { slots: [], nobodyGoes: false, fastingHours: 0, advice: null } },
    }),
  )
  await booking.openCart(page, ['Full blood count'])
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await expect(page.getByText('No free home visits in the next 14 days')).toBeVisible()
  await expectGoodLook(page, 'cart, no visit is free')
  await page.getByRole('button', { name: 'Walk in instead' }).click()
  await expect(page.getByRole('radio', { name: 'Walk-in Session' })).toBeChecked()
})

test('if free times cannot be loaded, what was typed is kept', async ({ page, mailbox, watch }) => {
  watch.allowLostNetwork()
  await becomeMember(page, mailbox)
  await page.route('**/v0/slots?*', (route) => route.abort())
  await booking.openCart(page, ['Fasting blood sugar'])
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await page.getByLabel('Street address').fill('14 Abak Road')
  await expect(page.getByText('We could not load the free times')).toBeVisible()
  await expectGoodLook(page, 'cart, free times not read')
  await page.unroute('**/v0/slots?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await booking.chooseVisitDay(page, (await booking.visitDays(page))[1])
  await expect(windows(page).first()).toBeVisible()
  await expect(page.getByText(/^The patient must not eat for \d+ hours before/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show later times' })).toBeVisible()
  await expect(page.getByLabel('Street address')).toHaveValue('14 Abak Road')
})
