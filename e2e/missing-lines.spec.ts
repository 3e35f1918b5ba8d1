import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test('a blood count with a missing line cannot be verified until the scientist says why it was not measured, with comments', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const lineOf = (page: Page) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Platelets/ }) })
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person)
  const results = `/portal/lab/orders/${order}/results`
  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(results)
  const form = bench.getByRole('form', { name: 'Values of Full blood count' })
  const fields = form.getByRole('textbox')
  await expect(fields.first()).toBeVisible()
  for (const field of await fields.all()) await field.fill('5')
  const platelets = form.getByLabel(/^Platelets/)
  const why = form.getByLabel('Not measured: Platelets', { exact: true })
  await expect(why).toBeHidden()
  await platelets.fill('')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expect(bench.getByText('One line has no value')).toBeVisible()
  await expect(bench.getByText('Values missing')).toBeVisible()
  await expectGoodLook(bench, 'results with a missing line')

  const office = await anotherPerson()
  await workAs(office, product, verifier)
  await office.goto(results)
  await expect(office.getByText('One line has no value')).toBeVisible()
  await expect(office.getByRole('button', { name: /^Verify (?!as)/ })).toHaveCount(0)

  // By keyboard: the mark comes after its empty field only, and keeps the focus as it becomes the field.
  await platelets.focus()
  await bench.keyboard.press('Tab')
  await expect(why).toBeFocused()
  await bench.keyboard.press('ArrowDown')
  await expect(why).toHaveValue('Not measured: not enough specimen')
  await expect(why).toBeFocused()
  await expect(platelets).toBeHidden()
  await expectGoodLook(bench, 'a line that was not measured')
  await why.selectOption('Enter a value instead')
  await expect(platelets).toBeVisible()
  await why.selectOption('Not measured: specimen unsuitable')

  // Comments stay in the draft over a reload.
  await form.getByRole('button', { name: 'Add a comment: Platelets' }).click()
  const clumped = form.getByLabel('Comment on Platelets')
  await expect(clumped).toBeFocused()
  await clumped.fill('They were clumped.\nPlease send another sample.')
  await expect(clumped).toHaveValue('They were clumped. Please send another sample.')
  await form.getByRole('button', { name: 'Add a comment: Haemoglobin' }).click()
  const kept = bench.waitForResponse(
    (reply) =>
      reply.url().endsWith('/draft') && (reply.request().postData() ?? '').includes('Measured twice'),
  )
  await form.getByLabel('Comment on Haemoglobin').fill('Measured twice')
  await kept
  await bench.reload()
  await expect(clumped).toHaveValue('They were clumped. Please send another sample.')
  await expect(form.getByLabel('Comment on Haemoglobin')).toHaveValue('Measured twice')
  await expectGoodLook(bench, 'comments on two lines')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await expect(bench.getByText('One line has no value')).toHaveCount(0)

  await office.reload()
  await expect(lineOf(office)).toContainText('specimen unsuitable')
  await expect(office.getByText('Comment: Measured twice')).toBeVisible()
  await office.getByRole('button', { name: /^Verify (?!as)/ }).click()
  await office.getByRole('button', { name: /^Release/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')

  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}/results`)
  await expect(lineOf(ada)).toContainText('Not measured: specimen unsuitable')
  await expect(ada.getByText('Comment: They were clumped. Please send another sample.')).toBeVisible()
  await expect(ada.getByText('Comment: Measured twice')).toBeVisible()
  await expectGoodLook(ada, 'own results with a line that was not measured')
})
