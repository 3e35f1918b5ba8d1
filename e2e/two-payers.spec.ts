import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient } from './people.ts'
import { expect, test } from './site.ts'

const paid = 'This booking is already paid'

test('of two payers with one link one pays, and the other sees a message and gets a refund', async ({
  page,
  mailbox,
  anotherPerson,
}) => {
  await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()

  const [first, second] = [await anotherPerson(), await anotherPerson()]
  for (const payer of [first, second]) {
    await payer.goto(link)
    await payer.getByRole('button', { name: /^Pay ₦/ }).click()
    await booking.expectHostedPage(payer)
  }
  const checkout = second.url()
  await booking.pay(first, 'Bank transfer')
  await booking.expectPaid(first)

  await test.step('a payer who leaves the payment page reads that the booking is paid', async () => {
    await second.getByRole('button', { name: 'Cancel and go back' }).click()
    await expect(second.getByRole('heading', { name: paid })).toBeVisible()
    await expect(second.getByText('do not pay again')).toBeVisible()
    await expectGoodLook(second, 'payment, already paid')
  })

  await test.step('a payer who pays anyway reads that it is refunded, and how much', async () => {
    await second.goto(checkout)
    await booking.pay(second, 'Bank transfer')
    await expect(second.getByRole('heading', { name: /on its way back|was returned/ })).toBeVisible()
    await expect(second.getByText('Another payment has already paid for this booking.')).toBeVisible()
    await expect(second.getByText(/₦[\d,]+ back to where it came from/)).toBeVisible()
    await expectGoodLook(second, 'payment, goes back')
  })

  await test.step('the link itself shows that it is paid', async () => {
    await second.goto(link)
    await expect(second.getByRole('heading', { name: 'This booking is paid' })).toBeVisible()
    await expect(second.getByText('we send your money back to where it came from')).toBeVisible()
  })
})
