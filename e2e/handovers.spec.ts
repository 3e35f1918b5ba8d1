import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { scientist } from './results.ts'
import { expect, test } from './site.ts'
import { expectSent, nearStaffedLab, orderOpen, setOff, takeSamples, work } from './visits.ts'

test('the lab counts the samples of a home visit while the phone is offline, and an operator looks for a missing one', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  test.slow()
  const site = { page: ada, mailbox, product, anotherPerson }
  const { code, femi } = await setOff(site, { losesNetwork: true }, nearStaffedLab)
  const order = orderOpen(ada)
  await takeSamples(femi, code)
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  await expect(femi.getByRole('heading', { name: 'Bring them to the lab' })).toBeVisible()
  await expectSent(femi)
  await femi.context().setOffline(true)
  await femi.getByRole('button', { name: 'Handed over' }).click()

  const lab = await anotherPerson()
  await work(lab, product, scientist)
  await lab.getByRole('button', { name: /^Collected/ }).click()
  await expect(lab.getByRole('listitem').filter({ hasText: order })).toContainText('On its way')
  await expectGoodLook(lab, 'worklist, samples on their way')
  await lab.goto('/portal/lab/handovers')
  const card = lab.getByRole('article', { name: `Order ${order}` })
  await expect(card).toContainText('On its way')
  await expectGoodLook(lab, 'handovers')
  const [first = '', second = ''] = await card.getByText(/^\d{2}[0-9A-Z]+-\d{5}$/).allTextContents()
  await card.getByRole('button', { name: 'Count the samples' }).click()
  const dialog = lab.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: new RegExp(first) }).check()
  await expectGoodLook(lab, 'counting a handover')
  await dialog.getByRole('button', { name: 'Report 1 of 2 missing' }).click()
  await expect(card).toContainText('found 1 of 2')
  await expect(card.getByText('Missing', { exact: true }).first()).toBeVisible()
  await expectGoodLook(lab, 'handovers, one missing')

  const office = await anotherPerson()
  await work(office, product, operator)
  const found = office.getByRole('listitem').filter({ hasText: order })
  await expect(found).toContainText('Samples of a home visit are not with the lab')
  await found.getByRole('button').first().click()
  await expect(found).toContainText(second)

  await femi.context().setOffline(false)
  await expect(femi.getByText(/saved on this phone/)).toHaveCount(0)
  await lab.reload()
  await expect(card).toContainText('Says that 2 of 2 were handed over')
})
