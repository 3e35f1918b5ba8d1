import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, pause } from './people.ts'
import { expect, test } from './site.ts'

test('a patient confirms a phone, chooses SMS, and gets an SMS about the booking that names no test', async ({
  page,
  mailbox,
  watch,
}) => {
  watch.allow(400, '/v0/notices/phones/sms')
  const member = await becomeMember(page, mailbox)
  await page.goto('/settings/notices')
  const bookings = page.getByRole('group', { name: 'Bookings and visits' })
  await expect(bookings.getByRole('switch', { name: /^Email/ })).toBeChecked()
  await expect(bookings.getByRole('switch', { name: /^SMS/ })).not.toBeChecked()
  await expectGoodLook(page, 'notices')

  await bookings.getByRole('switch', { name: /^SMS/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Notifications by SMS' })
  // Another number than the account’s, unique in these runs.
  const phone = `080${String(Date.now()).slice(-8)}`
  await dialog.getByLabel('Your phone').fill(phone)
  await expectGoodLook(page, 'phone for notices')
  await dialog.getByRole('button', { name: 'Send me the code' }).click()
  const stored = `234${phone.slice(1)}`
  const [, code = ''] = (await mailbox.find(stored, 'SMS')).text.match(/: (\d{5}) is your code/) ?? []
  await dialog.getByLabel('Verification code').fill(code === '00000' ? '11111' : '00000')
  await dialog.getByRole('button', { name: 'This is my phone' }).click()
  await expect(dialog.getByText('That code is not right')).toBeVisible()
  await expectGoodLook(page, 'code for notices')
  await dialog.getByLabel('Verification code').fill(code)
  await pause(page)
  await dialog.getByRole('button', { name: 'This is my phone' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(bookings.getByRole('switch', { name: /^SMS/ })).toBeChecked()

  const email = bookings.getByRole('switch', { name: /^Email/ })
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/notices/bookings/email'))
  await email.click()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(email).not.toBeChecked()
  await expectGoodLook(page, 'notices, chosen')
  watch.allow(409, '/v0/notices/phones/sms')
  await page.getByRole('button', { name: 'Remove the number for SMS' }).click()
  await expect(page.getByText('Keep at least one way on')).toBeVisible()

  await booking.openCart(page)
  await booking.describePatient(page, { ...patientOf(member), phone })
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).click()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  await booking.expectPaid(page)
  await expect(async () => {
    const [newest] = await mailbox.all(stored)
    expect(newest?.text).toMatch(/your booking is confirmed\. Where and when: \S+\/orders\/LB-[0-9A-Z-]+$/)
  }).toPass()
  for (const { text } of await mailbox.all(stored))
    for (const name of [...booking.tests, member.first, member.last, booking.lab.name])
      expect(text).not.toContain(name)
  const subjects = (await mailbox.all(member.email)).map(({ subject }) => subject)
  expect(subjects).not.toContain('Your booking is confirmed')
})

test('the last channel of a topic stays on: turning it off is refused and undone', async ({
  page,
  mailbox,
  watch,
}) => {
  await becomeMember(page, mailbox)
  await page.goto('/settings/notices')
  const email = page.getByRole('group', { name: 'Results' }).getByRole('switch', { name: /^Email/ })
  watch.allow(409, '/v0/notices/results/email')
  await email.click()
  await expect(page.getByText('Keep at least one way on')).toBeVisible()
  await expect(email).toBeChecked()
})

type Member = Awaited<ReturnType<typeof becomeMember>>

/** The member’s own booking: the notices go to the email that has the account. */
function patientOf({ first, last, email }: Member) {
  const born = { day: '12', month: '4', year: '1985' }
  return { name: `${first} ${last}`, email, phone: '', gender: 'Female', born } as const
}
