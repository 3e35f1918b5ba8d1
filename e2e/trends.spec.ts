import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, releaseResults } from './results.ts'
import { expect, test } from './site.ts'
import { letSamplesBeOld } from './time-travel.ts'

test('a patient with three results of two labs sees them as a chart and as a table', async ({
  page,
  product,
  simulator,
  mailbox,
}) => {
  test.slow()
  const person = await becomeMember(page, mailbox)
  const orders: string[] = []
  for (const [amount, past] of [
    ['12.4', { days: 200 }],
    ['10.5', { days: 60, lab: 'Agodi Hill Diagnostics' }],
    ['13.1', { days: 0 }],
  ] as const) {
    const order = await orderAtBench(page, { product, simulator }, person, 'Haemoglobin')
    await releaseResults(page, product, order, amount)
    await letSamplesBeOld(product, order, past)
    orders.push(order)
  }
  await saveSession(page, await logIn(page, person))
  await page.goto(`/orders/${orders[2]}/results`)
  await page.getByRole('button', { name: 'Show them over time' }).click()
  const card = page.getByRole('region', { name: 'Haemoglobin', exact: true }).last()
  await expect(card).toContainText('13.1 g/dL on')
  await expect(card).toContainText('Up 2.6 g/dL since the value before')
  await expectGoodLook(page, 'results over time')
  await card.getByText('Show the numbers').click()
  const rows = card.getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(2)).toContainText('10.5 g/dL')
  await expect(rows.nth(2)).toContainText('Low')
  await expect(rows.nth(2)).toContainText('Agodi Hill Diagnostics')
  await expectGoodLook(page, 'results over time as a table')

  await page.getByRole('link', { name: 'See all results' }).click()
  await expect(page.getByRole('heading', { name: 'My results' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ada Okonkwo' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '3 orders with results' })).toBeVisible()
  await expectGoodLook(page, 'own results of all orders')
})
