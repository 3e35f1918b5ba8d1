import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText } from 'unpdf'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient, newPerson } from './people.ts'
import { expect, test } from './site.ts'

const button = 'Download receipt (PDF)'

/** Taps the button and reads what the browser saved. */
async function saveReceipt(page: Page): Promise<{ name: string; begin: string; text: string }> {
  // The first receipt starts the rendering thread.
  const coming = page.waitForEvent('download', { timeout: 40_000 })
  await page.getByRole('button', { name: button }).click()
  const download = await coming
  const bytes = await readFile(await download.path())
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  return { name: download.suggestedFilename(), begin: bytes.subarray(0, 5).toString(), text }
}

test('a booker who paid saves the receipt from the order; it also came by mail', async ({
  page,
  mailbox,
}) => {
  const person = await becomeMember(page, mailbox)
  const patient = newPatient()
  await booking.bookAndLeaveToPay(page, patient, booking.tests)
  await booking.pay(page)
  await booking.expectPaid(page)
  await booking.expectOneOrder(page)
  await page.getByRole('link', { name: booking.lab.name }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expectGoodLook(page, 'order, with its receipt')

  const { name, begin, text } = await saveReceipt(page)
  expect(begin).toBe('%PDF-')
  expect(name).toMatch(/^Labalaba-receipt-LR-\d{4}-\d{6}\.pdf$/)
  for (const words of [patient.name, ...booking.tests]) expect(text).toContain(words)
  await expect(page.getByText('The receipt is in your downloads.')).toBeVisible()
  const mail = await mailbox.find(person.email, 'Your booking is confirmed')
  expect(mail.text).toContain(`[Attached: ${name}]`)
})

test('without a network the order shows a message, and the receipt downloads when it is back', async ({
  page,
  context,
  mailbox,
  watch,
}) => {
  await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, newPatient(), booking.tests)
  await booking.pay(page)
  await booking.expectPaid(page)
  await booking.expectOneOrder(page)
  await page.getByRole('link', { name: booking.lab.name }).click()
  await expect(page.getByRole('button', { name: button })).toBeVisible()
  watch.allowLostNetwork()
  await context.setOffline(true)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText('We could not get the receipt')).toBeVisible()
  await context.setOffline(false)
  // A tap within half a second of another counts as the same.
  await page.waitForTimeout(500)
  expect((await saveReceipt(page)).begin).toBe('%PDF-')
  await expect(page.getByText('We could not get the receipt')).toHaveCount(0)
})

test('a payer who used a link saves a receipt that names no test', async ({
  page,
  mailbox,
  anotherPerson,
}) => {
  await becomeMember(page, mailbox)
  await booking.openCart(page)
  await page.getByRole('radio', { name: 'Walk-in Session' }).check()
  const patient = newPatient()
  await booking.describePatient(page, patient)
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  const url = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()

  const payer = newPerson()
  const other = await anotherPerson()
  await other.goto(url)
  await other.getByLabel('Your email, for the receipt').fill(payer.email)
  await other.getByRole('button', { name: /^Pay ₦/ }).click()
  await booking.expectHostedPage(other)
  await booking.pay(other)
  await booking.expectPaid(other)
  await other.goto(url)
  await expect(other.getByRole('heading', { name: 'This booking is paid' })).toBeVisible()
  await expectGoodLook(other, 'pay page, paid, with its receipt')
  const { begin, text } = await saveReceipt(other)
  expect(begin).toBe('%PDF-')
  expect(text).toContain('2 tests')
  expect(booking.tests.filter((name) => text.includes(name))).toEqual([])
})
