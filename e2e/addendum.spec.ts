import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, releaseResults, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test('a lab adds a comment to a result that its patient has read, and the result stays as it was', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Lipid profile')
  await releaseResults(ada, product, order, '1.5')
  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}/results`)
  await expect(ada.getByRole('row', { name: /^Triglycerides/ })).toBeVisible()

  const results = `/portal/lab/orders/${order}/results`
  const [bench, office] = [await anotherPerson(), await anotherPerson()]
  await workAs(bench, product, scientist)
  await workAs(office, product, verifier)
  await office.goto(results)
  await office.getByRole('button', { name: /^Correct or add to the report/ }).click()
  const dialog = office.getByRole('dialog', { name: 'Correct this report or add to it?' })
  await dialog.getByRole('textbox').fill('The patient had eaten')
  await expectGoodLook(office, 'a report to correct or to add to')
  await dialog.getByRole('button', { name: /^Begin/ }).click()
  await expect(dialog).toBeHidden()

  await bench.goto(results)
  const comment = bench.getByLabel(/^Comment/)
  await comment.fill('The specimen was taken after a meal.')
  await expectGoodLook(bench, 'a comment on a result')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await office.reload()
  await expect(
    office.getByText('The values are unchanged, and something was added. Why: The patient had eaten'),
  ).toBeVisible()
  await office.getByRole('button', { name: /^Verify (?!as)/ }).click()
  await office.getByRole('button', { name: /^Release/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')

  await mailbox.find(person.email, 'The lab has added to a result of yours')
  await ada.reload()
  await expect(ada.getByText('The lab has added to this result')).toBeVisible()
  await expect(ada.getByText('The lab says why: The patient had eaten')).toBeVisible()
  await expect(ada.getByRole('row', { name: /^Comment/ })).toContainText('taken after a meal')
  await expectGoodLook(ada, 'own results with an addition')
})
