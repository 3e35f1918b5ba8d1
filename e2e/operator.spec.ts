import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { findCase, operator } from './operators.ts'
import { becomeMember, newPatient, signIn } from './people.ts'
import { workAs } from './results.ts'
import { expect, test } from './site.ts'

test('an operator finds the case of a wrong amount and refunds it', async ({
  page,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  await becomeMember(page, mailbox)
  const staff = await anotherPerson()

  const { reference, money, order } = await test.step('a payer pays ₦500 too little', async () => {
    await booking.bookAndLeaveToPay(page, newPatient())
    const payment = await booking.begunPayment(page, simulator)
    const amount = payment.amount - 50_000
    await simulator.happen(payment.reference, 'succeed', { amount })
    const naira = `₦${(amount / 100).toLocaleString('en-NG')}`
    return { reference: payment.reference, money: naira, order: await booking.onlyOrder(page) }
  })

  await test.step('an operator signs in and lands on the cases', async () => {
    await staff.goto('/auth/login')
    await signIn(staff, { email: operator, password: product.demoPassword })
    await expect(staff).toHaveURL('/operator/cases')
    await expect(staff.getByRole('heading', { name: 'Cases', exact: true })).toBeVisible()
  })

  const row = await findCase(staff, order)
  await test.step('the case shows what each side recorded', async () => {
    await expect(row.getByRole('button', { name: 'Money came that does not match its order' })).toBeVisible()
    await row.getByRole('button', { name: 'Money came that does not match its order' }).click()
    const sides = row.getByRole('table', { name: 'What each side says' })
    await expect(sides.getByRole('row', { name: /^Amount/ })).toContainText(money)
    await expect(row.getByText(reference)).toBeVisible()
    await expectGoodLook(staff, 'operator, an open case')
  })

  await test.step('a refund needs a reason', async () => {
    await row.getByRole('button', { name: 'Give the money back' }).click()
    const dialog = staff.getByRole('dialog', { name: `Give ${money} back?` })
    await dialog.getByRole('button', { name: `Give ${money} back` }).click()
    await expect(dialog.getByText('Write why the money goes back.')).toBeVisible()
    await dialog.getByLabel('Why?').fill('₦500 too little was paid.')
    await expectGoodLook(staff, 'operator, giving money back')
    await dialog.getByRole('button', { name: `Give ${money} back` }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toHaveCount(0)
  })

  await test.step('the decision is listed among the closed cases', async () => {
    await staff.getByRole('tab', { name: 'Closed' }).click()
    const closed = staff
      .getByRole('tabpanel', { name: 'Closed' })
      .getByRole('listitem')
      .filter({ hasText: order })
    await expect(closed.getByText(money, { exact: true })).toBeVisible()
    await closed.getByRole('button', { name: 'Money came that does not match its order' }).click()
    await expect(closed.getByText('The money goes back.')).toBeVisible()
  })

  await test.step('the comparison of the days can be read', async () => {
    await staff.getByRole('tab', { name: 'Day by day' }).click()
    await expect(staff.getByRole('tabpanel', { name: 'Day by day' })).toBeVisible()
    await expectGoodLook(staff, 'operator, day by day')
  })
})

test('a refund in dollars outside Paystack is written down, and a booking is cancelled for its lab by its number', async ({
  page,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  await becomeMember(page, mailbox)
  const staff = await anotherPerson()
  const { reference, order } = await test.step('a payer pays in dollars', async () => {
    await booking.bookAndLeaveToPay(page, newPatient())
    const payment = await booking.begunPayment(page, simulator)
    await simulator.happen(payment.reference, 'succeed', { currency: 'USD' })
    return { reference: payment.reference, order: await booking.onlyOrder(page) }
  })

  await test.step('an operator writes down how they were returned', async () => {
    await staff.goto('/auth/login')
    await signIn(staff, { email: operator, password: product.demoPassword })
    const row = await findCase(staff, order)
    await row.getByRole('button', { name: 'Money came that does not match its order' }).click()
    await expect(row.getByText(reference)).toBeVisible()
    await row.getByRole('button', { name: 'It was refunded outside Labalaba' }).click()
    const dialog = staff.getByRole('dialog', { name: 'Was the money refunded outside Labalaba?' })
    await dialog.getByRole('button', { name: 'Record the refund' }).click()
    await expect(dialog.getByText('Write the reference:')).toBeVisible()
    await dialog.getByLabel("The bank's transfer reference").fill('GTB-2211')
    await dialog.getByLabel('Why was it refunded this way?').fill('Paystack pays out no dollars.')
    await expectGoodLook(staff, 'operator, money that went back outside')
    await dialog.getByRole('button', { name: 'Record the refund' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toHaveCount(0)
  })

  await test.step('the booking is cancelled for its lab, and its order shows it', async () => {
    await page.goto('/orders')
    await page.locator('a[href^="/orders/LB-"]').first().click()
    await expect(page).toHaveURL(/\/orders\/LB-/)
    await staff.getByRole('tab', { name: 'By number' }).click()
    const panel = staff.getByRole('tabpanel', { name: 'By number' })
    await panel.getByRole('radio', { name: 'The lab' }).check({ force: true })
    await panel.getByLabel('Order number').fill(order)
    await panel.getByRole('button', { name: 'Cancel the booking' }).click()
    await expect(panel.getByText('Write why.')).toBeVisible()
    await panel.getByLabel('Why?').fill('The machine is broken.')
    await expectGoodLook(staff, 'operator, by number')
    await panel.getByRole('button', { name: 'Cancel the booking' }).click()
    await expect(panel.getByLabel('Order number')).toHaveValue('')
    await page.reload()
    await expect(page.getByText('cancelled it. Why: The machine is broken.')).toBeVisible()
  })
})

test('only an operator finds a page of cases', async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
  await page.goto('/operator/cases')
  await expect(page.getByRole('heading', { name: 'We could not find that page' })).toBeVisible()
})

test('the page shows that no case waits, and reports a lost network', async ({ page, product, watch }) => {
  await page.route('**/v0/cases?state=open*', (route) =>
    route.fulfill({
      json: {
        status: 200,
        message: 'OK',
        data: [],
        pagination: { totalRecords: 0, currentPage: 1, limit: 15, totalPages: 1 },
      },
    }),
  )
  await workAs(page, product, operator)
  await page.goto('/operator/cases')
  await expect(page.getByRole('heading', { name: 'No open cases' })).toBeVisible()
  await expectGoodLook(page, 'operator, nothing waits')
  watch.allowLostNetwork()
  await page.unroute('**/v0/cases?state=open*')
  await page.route('**/v0/cases?state=open*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('No answer came. Your network may have dropped.')).toBeVisible()
})
