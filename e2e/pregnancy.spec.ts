import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, releaseOnScreen, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test('a glucose tolerance test asks whether the patient is pregnant, and is read by the limits of pregnancy', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Oral glucose tolerance test')
  const results = `/portal/lab/orders/${order}/results`
  const [bench, office] = [await anotherPerson(), await anotherPerson()]
  await workAs(bench, product, scientist)
  await workAs(office, product, verifier)

  await bench.goto(results)
  const form = bench.getByRole('form', { name: 'Values of Oral glucose tolerance test' })
  const fasting = form.getByRole('listitem').filter({ hasText: 'Fasting glucose' })
  await form.getByLabel(/^Fasting glucose/).fill('5.6')
  await form.getByLabel(/^Glucose at 1 hour/).fill('9.8')
  await form.getByLabel(/^Glucose at 2 hours/).fill('7.7')
  await expect(fasting).toContainText('3 to 6 mmol/L')
  await expect(fasting).toContainText('Normal')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await office.goto(results)
  await expect(office.getByText('One line has no value')).toBeVisible()
  await expect(office.getByRole('button', { name: /^Verify Oral/ })).toHaveCount(0)

  await form.getByLabel(/^Pregnancy/).selectOption('Pregnant, weeks 14–27')
  await expect(fasting).toContainText('3 to 5 mmol/L (in pregnancy)')
  await expect(fasting).toContainText('High')
  await expectGoodLook(bench, 'values of a pregnant patient')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expect(bench.getByText('One line has no value')).toHaveCount(0)

  await office.reload()
  await releaseOnScreen(office, 'Oral')

  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}/results`)
  const row = ada.getByRole('row').filter({ hasText: 'Fasting glucose' })
  await expect(row).toContainText('in pregnancy')
  await expect(row).toContainText('High')
  await expectGoodLook(ada, 'own results in pregnancy')
})
