import { expectGoodLook } from './look.ts'
import { becomeMember } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { signPlausibilityLimit } from './time-travel.ts'
import { expectToast } from './toast.ts'

const reason = 'Repeated on a second tube, the same'

test('a value that hardly any patient has stops the scientist, and is verified only once the verifier says why', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  // No other journey has a potassium beyond this limit.
  await signPlausibilityLimit(product, 'potassium')
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Serum electrolytes')
  const results = `/portal/lab/orders/${order}/results`
  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(results)
  const typed = { Sodium: '140', Potassium: '15', Chloride: '100', Bicarbonate: '25' }
  for (const [name, value] of Object.entries(typed))
    await bench.getByLabel(new RegExp(`^${name}`)).fill(value)
  const potassium = bench.getByRole('listitem').filter({ has: bench.getByLabel(/^Potassium/) })
  await expect(potassium).toContainText('If it is right, a verifier must say why.')
  const save = bench.getByRole('button', { name: 'Save the values' })
  await save.click()
  await expect(bench.getByRole('alert')).toContainText('Check Potassium before you save')
  await expect(bench.getByLabel(/^Potassium/)).toBeFocused()
  await expectGoodLook(bench, 'a value that stops the scientist')
  await save.click()
  await expectToast(bench, 'The values are saved')

  const office = await anotherPerson()
  await workAs(office, product, verifier)
  await office.goto(results)
  await office.getByRole('button', { name: /^Verify Serum/ }).click()
  const dialog = office.getByRole('dialog', { name: 'Check before you verify Serum electrolytes' })
  const why = dialog.getByLabel('Why is Potassium 15 mmol/L right?')
  await why.fill('Too short')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog).toContainText('Say why it is right, with at least 10 characters.')
  await expectGoodLook(office, 'a value that the verifier confirms')
  await why.fill(reason)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  const row = office.getByRole('row', { name: /^Potassium/ })
  await expect(row).toContainText(reason)
  await expect(office.getByRole('button', { name: /^Release/ })).toBeVisible()
  await expectGoodLook(office, 'a confirmed value before the release')
})
