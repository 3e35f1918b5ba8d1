import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { linkIn } from './mailbox.ts'
import { becomeMember, newPatient, newPerson } from './people.ts'
import { expect, test } from './site.ts'
import { expectNotStored } from './storage.ts'
import { expectToast } from './toast.ts'

const visit = { street: '14 Abak Road', area: 'Uyo', landmark: 'Beside the water tank' }

test('a home visit is booked, and another person pays for it by the link in a mail', async ({
  page,
  context,
  mailbox,
  product,
  anotherPerson,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await becomeMember(page, mailbox)
  const patient = newPatient()
  const payer = newPerson()
  const patientDetails = [patient.name, patient.email, '8765432', '876 5432', '1985', ...Object.values(visit)]

  await test.step('a home visit is chosen', async () => {
    await booking.openCart(page)
    await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
    await expect(page.getByText('The fee for this is ₦7,000.')).toBeVisible()
    await booking.describePatient(page, patient)
    await booking.describeVisit(page, visit)
    await page.getByRole('radio', { name: 'Generate payment link' }).check()
    await expectGoodLook(page, 'cart, home visit')
    await expect(page.getByText('Sample collection fee')).toBeVisible()
    await booking.proceed(page).click()
  })

  const dialog = page.getByRole('dialog')
  let url = ''
  await test.step('the link is made, copied and sent', async () => {
    await expect(dialog.getByRole('heading', { name: 'Payment Link Created' })).toBeVisible()
    await expectGoodLook(page, 'payment link')
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('link copied to clipboard', { exact: true })).toBeVisible()
    url = await page.evaluate(() => navigator.clipboard.readText())
    expect(url).toContain(`${product.url}/pay/`)
    await expect(dialog.getByLabel('Recipient email')).toHaveValue(patient.email)
    await dialog.getByLabel('Recipient email').fill(payer.email)
    await dialog.getByRole('button', { name: 'Send Link' }).click()
    await expectToast(page, 'payment link shared successfully')
    await expect(dialog.getByRole('heading', { name: 'Link Sent Successfully!' })).toBeVisible()
    await expect(dialog.getByText(payer.email)).toBeVisible()
    await expectGoodLook(page, 'payment link sent')
    await expectNotStored(page, [...patientDetails, ...booking.tests])
  })

  await test.step('the order waits for its payment', async () => {
    await dialog.getByRole('link', { name: 'See the order' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible()
    await expectGoodLook(page, 'order, waiting')
  })

  const other = await anotherPerson()
  await test.step('the payer opens the link from the mail', async () => {
    const mail = await mailbox.find(payer.email, 'Someone asks you to pay for a booking')
    expect(mail.text.replace(/\s+/g, ' ')).toMatch(
      new RegExp(`You are asked to pay ₦[\\d,]+ for ${patient.name}`),
    )
    const link = linkIn(mail, `${product.url}/pay/`)
    expect(link).toBe(url)
    await other.goto(link)
    await expect(other.getByRole('heading', { name: `2 tests at ${booking.lab.name}` })).toBeVisible()
    await expect(other.getByText(patient.name).first()).toBeVisible()
    await expect(other.getByText('Total to pay')).toBeVisible()
    const shown = `${mail.text} ${mail.html} ${await other.locator('body').textContent()}`
    expect(booking.tests.filter((name) => shown.includes(name))).toEqual([])
    await expectGoodLook(other, 'pay page')
  })

  await test.step('the payer pays', async () => {
    await other.getByLabel('Your email, for the receipt').fill(payer.email)
    await other.getByRole('button', { name: /^Pay ₦/ }).click()
    await booking.expectHostedPage(other)
    await booking.pay(other, 'Bank transfer')
    await booking.expectPaid(other)
    await expectNotStored(other, [...patientDetails, ...booking.tests])
    await other.goto(url)
    await expect(other.getByRole('heading', { name: 'This booking is paid' })).toBeVisible()
    await expectGoodLook(other, 'pay page, paid')
  })

  await test.step('booker and payer get a mail, and the order is scheduled', async () => {
    const receipt = await mailbox.find(payer.email, 'Receipt for your payment')
    expect(booking.tests.filter((name) => receipt.text.includes(name))).toEqual([])
    const confirmation = await mailbox.find(person.email, 'Your booking is confirmed')
    for (const words of [visit.street, visit.landmark, ...booking.tests]) {
      expect(confirmation.text).toContain(words)
    }
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
    await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toHaveCount(0)
    await expectGoodLook(page, 'order, home visit')
  })
})
