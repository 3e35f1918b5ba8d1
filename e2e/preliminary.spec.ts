import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test('a blood count goes out as preliminary, and its final report follows', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person)
  const results = `/portal/lab/orders/${order}/results`
  const [bench, office] = [await anotherPerson(), await anotherPerson()]
  await workAs(bench, product, scientist)
  await workAs(office, product, verifier)

  await bench.goto(results)
  await bench.getByLabel(/^Haemoglobin/).fill('13.5')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await office.goto(results)
  await expect(office.getByRole('button', { name: /^Verify Full/ })).toHaveCount(0)
  await office.getByRole('button', { name: /^Verify as preliminary/ }).click()
  await expect(office.getByText('Preliminary: to be released')).toBeVisible()
  await expectGoodLook(office, 'a preliminary report to release')
  await office.getByRole('button', { name: /^Release/ }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog.getByText('It goes out as preliminary.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')
  await expect(office.getByText('Preliminary: to be completed')).toBeVisible()

  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}/results`)
  await expect(ada.getByText('This result is preliminary')).toBeVisible()
  await expectGoodLook(ada, 'own results with a preliminary one')

  await bench.reload()
  const form = bench.getByRole('form', { name: 'Values of Full blood count' })
  await expect(form.getByLabel(/^Haemoglobin/)).toHaveValue('13.5')
  for (const field of await form.getByRole('textbox').all())
    if ((await field.inputValue()) === '') await field.fill('5')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await office.reload()
  await office.getByRole('button', { name: /^Verify Full/ }).click()
  await office.getByRole('button', { name: /^Release/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')
  await ada.reload()
  await expect(ada.getByRole('rowheader', { name: /^Platelets/ })).toBeVisible()
  await expect(ada.getByText('This result is preliminary')).toHaveCount(0)
  await expect(ada.getByText('This result was corrected')).toHaveCount(0)
})
