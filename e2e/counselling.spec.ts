import { expectGoodLook } from './look.ts'
import { askSession, becomeMember, keepSession } from './people.ts'
import { orderAtBench, scientist, verifier } from './results.ts'
import { expect, test } from './site.ts'

test('a sensitive result goes out with a note of who talks with the patient, who reads what to do next', async ({
  page,
  product,
  simulator,
  mailbox,
}) => {
  test.slow()
  const person = await becomeMember(page, mailbox)
  const order = await orderAtBench(page, { product, simulator }, person, 'HIV screening')
  const path = `/portal/lab/orders/${order}/results`
  const password = product.demoPassword
  await keepSession(page, await askSession(page, { email: scientist, password }))
  await page.goto(path)
  await page.getByRole('combobox').selectOption('Reactive')
  await page.getByRole('button', { name: 'Save the values' }).click()
  await expect(page.getByText('To be verified', { exact: true })).toBeVisible()
  await keepSession(page, await askSession(page, { email: verifier, password }))
  await page.goto(path)
  await page.getByRole('button', { name: /^Verify/ }).click()
  await page.getByRole('button', { name: /^Release/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Your lab talks with the patient.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(dialog.getByText('Write it in a few words.')).toBeVisible()
  await expectGoodLook(page, 'release of a sensitive result')
  await dialog.getByLabel('What was said or agreed').fill('Ibrahim called her, she comes on Monday')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText(/The lab talks with the patient, noted by/)).toContainText(
    'she comes on Monday',
  )

  await keepSession(page, await askSession(page, person))
  await page.goto(`/orders/${order}/results`)
  await expect(page.getByText('The lab talks with you about this result.')).toBeVisible()
  await expect(page.getByText('“Reactive”. That is not what is usually found.')).toBeVisible()
  await expect(page.getByText('They may do the test again')).toBeVisible()
  await expect(page.getByText('she comes on Monday')).toBeHidden()
  await expectGoodLook(page, 'a sensitive result')
})
