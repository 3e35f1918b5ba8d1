import { expectGoodLook } from './look.ts'
import { becomeMember } from './people.ts'
import { orderAtBench, releaseResults } from './results.ts'
import { expect, test } from './site.ts'
import { goToPlace, manage } from './staff-menu.ts'

test('a manager reads the statement and the statistics of the lab, and downloads the statement', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person)
  await releaseResults(ada, product, order)

  const page = await anotherPerson()
  await manage(page, product.demoPassword, 'Statements')
  await expect(page.getByRole('heading', { name: 'Statements', exact: true })).toBeVisible()
  // With many lines, as late in a run, the days start closed.
  const days = page.getByRole('region', { name: 'Day by day' })
  await expect(days.getByRole('group').first()).toBeVisible()
  const closed = days.locator('details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
  const line = page.getByRole('row').filter({ hasText: order })
  await expect(line).toContainText("The lab's share of a paid order")
  await expect(page.getByText('Balance today')).toBeVisible()
  await expectGoodLook(page, 'statement of a lab')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await coming).suggestedFilename()).toMatch(/^statement-[\w-]+\.csv$/)

  await goToPlace(page, 'Statistics')
  await expect(page.getByRole('heading', { name: 'How long results take' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Full blood count/ })).toContainText('Promised')
  await expectGoodLook(page, 'figures of a lab')
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page.getByRole('heading', { name: 'No orders in these days' })).toBeVisible()
  await expectGoodLook(page, 'figures of days without an order')
})
