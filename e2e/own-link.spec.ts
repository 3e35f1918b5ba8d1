import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient, pause } from './people.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

const stopped = 'This payment link was stopped'

test('the owner of a payment link renews and then stops it, and payers see a message', async ({
  page,
  mailbox,
  anotherPerson,
}) => {
  await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByLabel('Link', { exact: true })
  const first = await shown.inputValue()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('button', { name: 'New link' })).toBeVisible()
  await expectGoodLook(page, 'order, with a link')
  await page.getByRole('button', { name: 'New link' }).click()
  await expect(dialog.getByText('The earlier link no longer works.')).toBeVisible()
  const second = await shown.inputValue()
  expect(second).not.toBe(first)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const payer = await anotherPerson()
  await payer.goto(first)
  await expect(payer.getByRole('heading', { name: stopped })).toBeVisible()
  await expectGoodLook(payer, 'pay page, stopped')
  await payer.goto(second)
  await expect(payer.getByRole('button', { name: /^Pay ₦/ })).toBeVisible()

  await page.getByRole('button', { name: 'Stop this link' }).click()
  await pause(page)
  await page.getByRole('button', { name: 'Yes, stop it' }).click()
  await expectToast(page, /^The payment link is stopped\. The booking waits until /)
  await expect(page.getByRole('button', { name: 'Generate payment link' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop this link' })).toHaveCount(0)
  await payer.reload()
  await expect(payer.getByRole('heading', { name: stopped })).toBeVisible()
})
