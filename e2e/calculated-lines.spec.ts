import { expectGoodLook } from './look.ts'
import { becomeMember } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test('the LDL of a lipid profile follows from what the scientist types, and says when it cannot', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Lipid profile')
  const results = `/portal/lab/orders/${order}/results`
  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(results)
  const form = bench.getByRole('form', { name: 'Values of Lipid profile' })
  const ldl = form.getByRole('listitem').filter({ hasText: 'LDL cholesterol (calculated)' })
  await expect(ldl).toContainText('Calculated from Total cholesterol, Triglycerides, HDL cholesterol')
  // Three values and the comment.
  await expect(form.getByRole('textbox')).toHaveCount(4)

  await form.getByLabel(/^Total cholesterol/).fill('6.2')
  await form.getByLabel(/^HDL cholesterol/).fill('1.2')
  await form.getByLabel(/^Triglycerides/).fill('1.1')
  await expect(ldl).toContainText('4.50')
  await expect(ldl).toContainText('High')
  await expectGoodLook(bench, 'calculated lines')

  await form.getByLabel(/^Triglycerides/).fill('5')
  await expect(ldl).toContainText('Not calculated: the triglycerides are above 4.5 mmol/L')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await expectGoodLook(bench, 'a line that cannot be calculated')
  await bench.reload()
  await expect(ldl).toContainText('Not calculated: the triglycerides are above 4.5 mmol/L')

  const office = await anotherPerson()
  await workAs(office, product, verifier)
  await office.goto(results)
  const row = office.getByRole('row').filter({ hasText: 'LDL cholesterol (calculated)' })
  await expect(row).toContainText('Not calculated: triglycerides are above 4.5 mmol/L')
  await expect(office.getByRole('button', { name: /^Verify (?!as)/ })).toBeVisible()
})
