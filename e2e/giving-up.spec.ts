import * as booking from './booking.ts'
import { rejectSecond, twoTests } from './giving-up.ts'
import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { releaseResults } from './results.ts'
import { expect, test } from './site.ts'
import { work } from './visits.ts'

test('a patient cancels a rejected sample and gets its money back, and the released results complete the order', async ({
  page: ada,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const { order, sugar } = await twoTests(ada, { product, simulator }, person)
  const bench = await anotherPerson()
  await rejectSecond(bench, product, order)
  await releaseResults(bench, product, order, '5', { onlyReady: true })

  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}`)
  await expect(ada.getByText('A new sample is needed')).toBeVisible()
  const giveUp = ada.getByRole('button', { name: 'Get a refund instead' })
  await expect(giveUp).toBeVisible()
  await expectGoodLook(ada, 'order, a rejected sample that can be given up')
  await giveUp.click()
  const dialog = ada.getByRole('dialog')
  await expect(dialog.getByText(booking.tests[1])).toBeVisible()
  await expect(dialog.getByText(sugar)).toBeVisible()
  await expectGoodLook(ada, 'order, giving up a rejected sample')
  await dialog.getByRole('button', { name: 'Give up these tests' }).click()
  await expect(ada.getByText('Now: Results ready')).toBeAttached()
  await expect(ada.getByText('Our team sends its cost back to the person who paid.')).toBeVisible()
  await expect(ada.getByText('Money for the tests you gave up')).toBeVisible()
  await expect(ada.getByRole('link', { name: 'Read the results' })).toBeVisible()
  await mailbox.find(person.email, 'Your result is ready')
})

test('an operator cancels a rejected sample for a patient who calls, and a case records the cost', async ({
  page: ada,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const { order, sugar } = await twoTests(ada, { product, simulator }, person)
  const office = await anotherPerson()
  await rejectSecond(office, product, order)
  const desk = await anotherPerson()
  await work(desk, product, operator)
  await desk.getByRole('tab', { name: 'By number' }).click()
  await desk.getByRole('radio', { name: /Give up samples/ }).check()
  await desk.getByLabel('Order number').fill(order)
  await desk.getByRole('button', { name: 'Give up the samples' }).click()
  await expect(desk.getByText('Write why.')).toBeVisible()
  await desk.getByLabel('Why?').fill('She called and cannot come any more.')
  await expectGoodLook(desk, 'giving samples up by number')
  await desk.getByRole('button', { name: 'Give up the samples' }).click()
  await desk.getByRole('tab', { name: 'Open', exact: true }).click()
  const found = desk.getByRole('listitem').filter({ hasText: order })
  await expect(found).toContainText('Samples were given up')
  await expect(found).toContainText(sugar)

  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}`)
  await expect(ada.getByText('Now: Lab processing')).toBeAttached()
})

test('a sample rejected before the others reach the lab can be cancelled alone, without the rest of the booking', async ({
  page: ada,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const { order, sugar } = await twoTests(ada, { product, simulator }, person, { received: false })
  await rejectSecond(await anotherPerson(), product, order)
  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}`)
  await expect(ada.getByText('cancel the booking below')).toBeVisible()
  await ada.getByRole('button', { name: 'Get a refund instead' }).click()
  const dialog = ada.getByRole('dialog')
  await expect(dialog.getByText(sugar)).toBeVisible()
  await dialog.getByRole('button', { name: 'Give up these tests' }).click()
  await expect(ada.getByText('Now: Sample collected')).toBeAttached()
  await expect(ada.getByText('A new sample is needed')).toHaveCount(0)
})
