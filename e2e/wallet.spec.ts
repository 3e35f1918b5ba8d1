import { readFile } from 'node:fs/promises'
import * as booking from './booking.ts'
import { newDoctor } from './doctors.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, newPatient, saveSession } from './people.ts'
import { expect, test } from './site.ts'

test('a doctor books for a patient, whose link shows the doctor’s share; once paid, it is pending in the wallet', async ({
  page,
  mailbox,
  product,
  anotherPerson,
}) => {
  await saveSession(page, await logIn(page, await newDoctor(page, { product, mailbox })))
  const patient = newPatient()
  const receiver = page.getByText(/^Dr Ada Okonkwo receives ₦[\d,.]+ from Labalaba for this booking\./)

  await test.step('the wallet of a new doctor is empty', async () => {
    await page.goto('/wallet')
    await expect(page.getByRole('heading', { name: 'Nothing earned yet' })).toBeVisible()
    await expectGoodLook(page, 'wallet, empty')
  })

  let amount = ''
  await test.step('the cart shows the doctor’s share', async () => {
    await booking.openCart(page)
    await booking.describePatient(page, patient)
    await page.getByRole('radio', { name: 'Generate payment link' }).check()
    await expect(receiver).toContainText('It does not change the patient’s price.')
    amount = (await receiver.textContent())?.match(/₦[\d,.]+/)?.[0] ?? ''
    expect(amount).not.toBe('₦0')
    await booking.proceed(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).waitFor()
  })

  const reference = await test.step('the order shows it', async () => {
    await page.goto('/orders')
    await page.getByRole('link', { name: booking.lab.name }).click()
    await expect(receiver).toContainText(amount)
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  })

  const other = await anotherPerson()
  await test.step('the payer reads it before paying, and pays', async () => {
    const token = await page.evaluate(() => sessionStorage.getItem('_tr_js'))
    const answer = await page.request.get(`/v0/orders/${reference}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data }: { data: { link: { url: string } } } = await answer.json()
    await other.goto(data.link.url)
    await expect(
      other.getByText(
        `Dr Ada Okonkwo receives ${amount} from Labalaba for this booking. It does not change your price.`,
      ),
    ).toBeVisible()
    await expectGoodLook(other, 'pay page that names the doctor')
    await other.getByRole('button', { name: /^Pay ₦/ }).click()
    await booking.expectHostedPage(other)
    await booking.pay(other, 'Bank transfer')
    await booking.expectPaid(other)
  })

  await test.step('the earning is pending, with its order', async () => {
    await page.goto('/wallet')
    await expect(page.getByText('Becomes available when the result is released.')).toBeVisible()
    const pending = page.getByRole('region', { name: 'Balances' }).locator('dd').nth(1)
    await expect(pending).toContainText(amount)
    await expect(page.getByText(`+${amount}`, { exact: true })).toBeVisible()
    await page.getByText('Show the figures').click()
    await expect(page.getByRole('table')).toContainText(amount)
    await expectGoodLook(page, 'wallet')
    await page.getByRole('link', { name: 'Earned on a paid booking' }).click()
    await expect(page).toHaveURL(`/orders/${reference}`)
    await page.goBack()
  })

  await test.step('the statement can be downloaded', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^statement-wallet-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(`,Payment received,${reference},Pending,`)
  })
})

test('a patient has a wallet too, with credit only', async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
  await page.goto('/wallet')
  await expect(page.getByRole('heading', { name: 'No credit yet' })).toBeVisible()
  await expect(page.getByText('Pending')).toHaveCount(0)
  await expectGoodLook(page, "patient's wallet")
})
