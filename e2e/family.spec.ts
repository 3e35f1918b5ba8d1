import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, newMember, newPatient, pause, saveSession } from './people.ts'
import { orderAtBench, releaseResults } from './results.ts'
import { expect, test } from './site.ts'
import { expectNotStored } from './storage.ts'

/** A child of seven years, whenever this runs. */
const bornIn = String(new Date().getFullYear() - 8)

test('a parent adds a child, books for them as their guardian, and finds the child’s orders by filter', async ({
  page,
  product,
  simulator,
  mailbox,
}) => {
  const person = await becomeMember(page, mailbox)
  const own = await orderAtBench(page, { product, simulator }, person)
  await saveSession(page, await logIn(page, person))
  await page.goto('/people')
  await expect(page.getByRole('heading', { name: 'No one yet' })).toBeVisible()
  await expectGoodLook(page, 'people, none yet')
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a person' })
  await dialog.getByLabel('Full name, as on their ID').fill('Zara Okonkwo')
  await dialog.getByLabel('Day', { exact: true }).fill('4')
  await dialog.getByLabel('Month', { exact: true }).fill('March')
  await dialog.getByLabel('Year', { exact: true }).fill(bornIn)
  await dialog.getByRole('radio', { name: 'Female' }).check()
  await dialog.getByLabel('Who are they to you?').selectOption('My child')
  await dialog.getByRole('button', { name: 'Add this person' }).click()
  await expect(dialog.getByText('A parent or guardian has to agree')).toBeVisible()
  await expectGoodLook(page, 'a person being added')
  await dialog.getByLabel(/parent or guardian/).check()
  await pause(page)
  await dialog.getByRole('button', { name: 'Add this person' }).click()
  await expect(page.getByRole('heading', { name: 'Zara Okonkwo' })).toBeVisible()
  await expectGoodLook(page, 'people')

  await booking.openCart(page, ['Full blood count'])
  await page.getByRole('button', { name: 'Zara Okonkwo', exact: true }).click()
  await expect(page.getByLabel('Full name, as on your ID')).toHaveValue('Zara Okonkwo')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('A parent or guardian has to agree')).toBeVisible()
  await expectGoodLook(page, 'cart for a child')
  await expectNotStored(page, ['Zara', bornIn])
  await page.getByLabel(/parent or guardian/).check()
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).click()
  await booking.pay(page)
  await booking.expectPaid(page)

  await page.goto('/orders')
  await page.getByRole('button', { name: 'Zara Okonkwo' }).click()
  await expect(page.getByText('1 booking')).toBeVisible()
  await expect(page.getByRole('listitem')).toContainText(['Zara Okonkwo'])
  await expect(page.getByRole('link', { name: own })).toBeHidden()
  await expectGoodLook(page, 'orders of one person')
})

test('a new person is saved for next time from the cart, and a doctor is not asked to', async ({
  page,
  mailbox,
  anotherPerson,
}) => {
  const patient = newPatient()
  await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await page.getByRole('button', { name: 'Another person' }).click()
  await expect(page.getByText('The patient’s own email, not yours: results are never')).toBeVisible()
  await booking.describePatient(page, patient)
  await page.getByLabel('I have this person’s permission').check()
  await page.getByLabel('Save this person for next time').check()
  await page.getByLabel('Who are they to you?').selectOption('My brother or sister')
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await expectGoodLook(page, 'somebody who is to be kept')
  await booking.proceed(page).click()
  await expect(page.getByRole('heading', { name: 'Payment Link Created' })).toBeVisible()
  await page.goto('/people')
  await expect(page.getByRole('heading', { name: patient.name })).toBeVisible()
  await expect(page.getByText('My brother or sister')).toBeVisible()

  const doctor = await anotherPerson()
  await becomeMember(doctor, mailbox, 'doctor')
  await booking.openCart(doctor, ['Full blood count'])
  await booking.describePatient(doctor, { ...patient, born: { ...patient.born, year: bornIn } })
  await expect(doctor.getByText('Who is it for?')).toBeHidden()
  await expect(doctor.getByLabel(/parent or guardian/)).toBeHidden()
})

test('a reader who has only the email is asked for the date of birth, and waits after five wrong answers', async ({
  page,
  product,
  simulator,
  mailbox,
  watch,
}) => {
  const booker = await newMember(page, mailbox)
  const reader = await newMember(page, mailbox)
  const first = await orderAtBench(page, { product, simulator }, booker, 'Full blood count', reader.email)
  const second = await orderAtBench(page, { product, simulator }, booker, 'Full blood count', reader.email)
  await releaseResults(page, product, first)
  await releaseResults(page, product, second)
  await saveSession(page, await logIn(page, reader))
  watch.allow(403, '/v0/orders/')
  watch.allow(400, '/patient')
  watch.allow(429, '/patient')
  const answer = async (year: string) => {
    await page.getByLabel('Day', { exact: true }).fill('27')
    await page.getByLabel('Month', { exact: true }).fill('3')
    await page.getByLabel('Year', { exact: true }).fill(year)
    await pause(page)
    await page.getByRole('button', { name: 'Show my results' }).click()
  }
  await page.goto(`/orders/${first}/results`)
  await expect(page.getByRole('heading', { name: 'Are you the patient?' })).toBeVisible()
  await expectGoodLook(page, 'results before the date of birth')
  for (const year of ['1981', '1982', '1983', '1984', '1986']) {
    await answer(year)
    await expect(page.getByText('That does not match the order.')).toBeVisible()
  }
  await answer('1985')
  await expect(page.getByText('There were five wrong answers. Wait an hour, and try again.')).toBeVisible()
  await expectGoodLook(page, 'results after five wrong answers')

  await page.goto(`/orders/${second}/results`)
  await answer('1985')
  await expect(page.getByRole('heading', { name: 'Full blood count' })).toBeVisible()
})
