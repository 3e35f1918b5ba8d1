import { expectGoodLook } from './look.ts'
import { scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test('a manager reads the clinical limits with their sources and accepts them; a verifier only reads them', async ({
  page: manager,
  product,
  anotherPerson,
}) => {
  const office = await anotherPerson()
  await workAs(office, product, verifier)
  await office.goto('/portal/lab/intervals')
  const panel = office.getByRole('region', { name: 'Clinical limits' })
  await expect(panel).toContainText('have no pathologist’s signature')
  await panel.getByRole('button', { name: 'Read the clinical limits' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByText(/^Critical limits: \d+/).click()
  await expect(dialog.getByText('7 g/dL or less').first()).toBeVisible()
  await dialog.getByText(/^Plausibility limits: \d+/).click()
  await expect(dialog.getByText('Check the unit: g/dL or g/L.').first()).toBeVisible()
  await dialog.getByText(/^Reference intervals to be confirmed: \d+/).click()
  await expect(dialog.getByText(/^Adults: /).first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Accept these limits' })).toHaveCount(0)
  await expectGoodLook(office, 'the clinical limits of a lab')

  // Accepted limits stop values at this lab for good, also those of other journeys: the acceptance stays on this page.
  let accepted: { by: string; at: string; isCurrent: boolean } | null = null
  await manager.route('**/v0/lab/clinical-limits/acceptance', async (route) => {
    accepted = { by: 'Manager', at: new Date().toISOString(), isCurrent: true }
    await route.fulfill({ json: { status: 200, message: 'OK', data: {} } })
  })
  await manager.route('**/v0/lab/clinical-limits', async (route) => {
    const reply = await route.fetch()
    const { data, ...answer } = await reply.json()
    await route.fulfill({ json: { ...answer, data: { ...data, accepted } } })
  })
  await workAs(manager, product, scientist)
  await manager.goto('/portal/lab/intervals')
  await manager.getByRole('button', { name: 'Read the clinical limits' }).click()
  await expectGoodLook(manager, 'the clinical limits before they are accepted')
  await manager.getByRole('button', { name: 'Accept these limits' }).click()
  await expectToast(manager, 'The clinical limits are accepted')
  await expect(manager.getByRole('region', { name: 'Clinical limits' })).toContainText(
    /accepted them for your lab on/,
  )
  await manager.getByRole('button', { name: 'Read the clinical limits' }).click()
  await expect(manager.getByRole('dialog').getByText(/^Limits in pregnancy/)).toBeVisible()
  await expect(manager.getByRole('button', { name: 'Accept these limits' })).toHaveCount(0)
})
