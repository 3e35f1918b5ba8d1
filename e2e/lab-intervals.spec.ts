import { consentVersion } from '@labalaba/contract'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, pause, saveSession, signIn } from './people.ts'
import { orderAtBench, releaseResults, verifier } from './results.ts'
import { expect, test } from './site.ts'
import { goToPlace } from './staff-menu.ts'

const aChild = {
  name: 'Kemi Okonkwo',
  dob: '2018-03-27',
  person: 'other',
  consent: { as: 'guardian', version: consentVersion },
}

test('a verifier sets an interval for children and the method: a child’s result has them, not the adult interval, and critical limits still apply', async ({
  page,
  product,
  simulator,
  mailbox,
  watch,
}) => {
  test.slow()
  const guardian = await becomeMember(page, mailbox)
  await page.context().clearCookies()
  await page.goto('/auth/login')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('/auth/login')
  await signIn(page, { email: verifier, password: product.demoPassword })
  await goToPlace(page, 'Reference intervals')
  await expect(page.getByRole('heading', { name: 'Reference intervals' })).toBeVisible()
  await expect(page.getByText('To be confirmed by your lab').first()).toBeVisible()
  await expectGoodLook(page, 'intervals of a lab')
  await page.getByRole('searchbox').fill('Full blood')
  const line = page.getByRole('listitem').filter({ hasText: 'Haemoglobin' })
  await expect(line).toHaveCount(1)
  await line.getByRole('button').click()
  // The method alone, without an interval.
  const method = 'Photometry, Sysmex XN-330'
  await page.getByLabel(/^How your lab measures it/).fill(method)
  await page.getByRole('button', { name: 'Save the intervals' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(line).toContainText(`Method: ${method}`)
  await pause(page)
  await line.getByRole('button').click()
  await page.getByLabel('From age', { exact: true }).fill('0')
  await page.getByLabel('Under age', { exact: true }).fill('18')
  for (const limit of ['Low', 'High']) await page.getByLabel(limit, { exact: true }).fill('')
  watch.allow(400, '/v0/lab/intervals')
  await page.getByRole('button', { name: 'Save the intervals' }).click()
  await expect(page.getByText('Give a low limit, a high one, or both.')).toBeVisible()
  await expectGoodLook(page, 'intervals of a line, refused')
  await page.getByLabel('Low', { exact: true }).fill('10.5')
  await page.getByLabel('High', { exact: true }).fill('14.5')
  await page.getByRole('button', { name: 'Save the intervals' }).click()
  await expect(line).toContainText('Male and female, under 18 years: 10.5 to 14.5 g/dL')
  await expectGoodLook(page, 'intervals of a lab, set')

  const order = await orderAtBench(
    ...([page, { product, simulator }, guardian, 'Full blood count', guardian.email, aChild] as const),
  )
  await releaseResults(page, product, order, '16')
  await saveSession(page, await logIn(page, guardian))
  await page.goto(`/orders/${order}/results`)
  const result = page.getByRole('region', { name: 'Full blood count' })
  await expect(result).toContainText('The other')
  await expect(result).toContainText('Counts the red cells, white cells and platelets')
  await expect(result.getByRole('row').filter({ hasText: 'Haemoglobin' })).toContainText('10.5 to 14.5 g/dL')
  await result.getByText('What each line is').click()
  await expect(result.getByText(`Method of Haemoglobin: ${method}`)).toBeVisible()
  await expect(result.getByRole('row').filter({ hasText: 'White blood cells' })).not.toContainText('Usual')
  await expect(result.getByRole('row').filter({ hasText: 'Platelets' })).toContainText('Very low')
  await expect(page.getByText('Call the lab now', { exact: true })).toBeVisible()
  await expectGoodLook(page, 'results of a child')
})
