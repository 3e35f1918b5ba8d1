import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, releaseOnScreen, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test('a lab reports phosphate in mg/dL: a report begun before keeps its unit, a new one is typed and read in mg/dL', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const [before, after] = [
    await orderAtBench(ada, { product, simulator }, person, 'Phosphate'),
    await orderAtBench(ada, { product, simulator }, person, 'Phosphate'),
  ]
  const [bench, office] = [await anotherPerson(), await anotherPerson()]
  await workAs(bench, product, scientist)
  await workAs(office, product, verifier)
  const form = bench.getByRole('form', { name: 'Values of Phosphate' })
  const field = form.getByLabel(/^Phosphate/)
  const line = form.getByRole('listitem').filter({ hasText: 'Phosphate' })

  await bench.goto(`/portal/lab/orders/${before}/results`)
  await expect(line).toContainText('0.75 to 1.5 mmol/L')
  await field.fill('1.2')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')

  await office.goto('/portal/lab/intervals?q=Phosphate')
  const opens = office.getByRole('button', { name: 'Set your own for Phosphate, Phosphate' })
  const setting = office.getByRole('listitem').filter({ has: opens })
  await opens.click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Your lab reports it in').selectOption('mg/dL')
  await expect(dialog).toContainText('Your lab enters and shows it in mg/dL from now on')
  await expect(dialog).toContainText('2.3 to 4.6 mg/dL')
  await expectGoodLook(office, 'the unit of a line')
  await office.getByRole('button', { name: 'Save the intervals' }).click()
  await expect(setting).toContainText('2.3 to 4.6 mg/dL')

  await bench.reload()
  await expect(line).toContainText('0.75 to 1.5 mmol/L')
  await expect(field).toHaveValue('1.2')
  await bench.goto(`/portal/lab/orders/${after}/results`)
  await expect(line).toContainText('2.3 to 4.6 mg/dL')
  await field.fill('6.0')
  await expect(line).toContainText('High')
  await expectGoodLook(bench, 'a value in the unit of the lab')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')

  await office.goto(`/portal/lab/orders/${after}/results`)
  await releaseOnScreen(office, 'Phosphate')
  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${after}/results`)
  const row = ada.getByRole('row').filter({ hasText: 'Phosphate' })
  await expect(row).toContainText('6.0 mg/dL')
  await expect(row).toContainText('2.3 to 4.6')
  await expectGoodLook(ada, 'own result in the unit of the lab')
})

test('a unit that nothing converts needs an interval of the lab, and numbers typed in one unit never move to another', async ({
  page: office,
  product,
  watch,
}) => {
  await workAs(office, product, verifier)
  await office.goto('/portal/lab/intervals?q=Prolactin')
  await office.getByRole('button', { name: 'Set your own for Prolactin, Prolactin' }).click()
  const dialog = office.getByRole('dialog')
  const low = dialog.getByLabel('Low', { exact: true })
  await low.fill('102')
  await dialog.getByLabel('Your lab reports it in').selectOption('ng/mL')
  await expect(dialog).toContainText('Nothing converts the catalogue’s limits to ng/mL')
  await expect(low).toHaveValue('')
  await low.fill('4.8')
  await dialog.getByLabel('Your lab reports it in').selectOption('mIU/L')
  await expect(low).toHaveValue('102')
  await dialog.getByLabel('Your lab reports it in').selectOption('ng/mL')
  await expect(low).toHaveValue('4.8')
  await dialog.getByRole('button', { name: /^Remove/ }).click()
  watch.allow(400, '/v0/lab/intervals')
  await office.getByRole('button', { name: 'Save the intervals' }).click()
  await expect(dialog).toContainText('Give intervals of your own for every adult')
  await expectGoodLook(office, 'a unit that nothing converts')
})
