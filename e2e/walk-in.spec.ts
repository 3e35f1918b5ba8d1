import * as booking from './booking.ts'
import { expectGoodLook, expectGoodLookAtDesk } from './look.ts'
import { confirmEmail, newPatient, newPerson, register, signIn } from './people.ts'
import { expect, test } from './site.ts'
import { expectNotStored } from './storage.ts'

test('a newcomer finds a lab, books a walk-in, pays online and is expected there', async ({
  page,
  mailbox,
  simulator,
}) => {
  const person = newPerson()
  const patient = newPatient()
  const patientDetails = [patient.name, patient.email, '8765432', '876 5432', '1985']

  await test.step('the landing page leads to the sign-in page', async () => {
    await page.goto('/')
    await expectGoodLookAtDesk(page, 'landing page')
    await page.getByRole('link', { name: 'Book a test' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await page.reload()
    await expectGoodLookAtDesk(page, 'sign-in page')
  })

  await test.step('a new account is made and confirmed', async () => {
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await expectGoodLookAtDesk(page, 'account type')
    await page.getByRole('radio', { name: 'Personal' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/auth\/signup\/user$/)
    await page.reload()
    await expectGoodLookAtDesk(page, 'registration')
    await register(page, person)
    await page.reload()
    await expectGoodLookAtDesk(page, 'code')
    await confirmEmail(page, mailbox, person)
    await signIn(page, person)
  })

  await test.step('the lab is found although its name is mistyped', async () => {
    await page.getByRole('link', { name: 'Book a test' }).click()
    await expect(page.getByRole('heading', { name: 'Explore laboratories' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Laborator/ }).first()).toBeVisible()
    await expectGoodLookAtDesk(page, 'list of labs')
    await page.getByLabel('Search by lab name').fill('Ekanen medcal')
    await expect(page.getByRole('link', { name: booking.lab.name })).toBeVisible()
    await page.reload()
    await page.getByRole('link', { name: booking.lab.name }).click()
  })

  await test.step('two tests are chosen at one of its locations', async () => {
    await expect(page.getByRole('heading', { name: booking.lab.name })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Select Test(s) to Proceed' })).toBeDisabled()
    await page.reload()
    await page.getByRole('radio', { name: booking.lab.place }).check()
    await expectGoodLookAtDesk(page, 'lab')
    await booking.select(page, booking.tests)
    await page.reload()
    await page.getByRole('button', { name: 'Proceed (2 tests)' }).click()
  })

  await test.step('the cart asks for the patient’s details', async () => {
    await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Fast for/ })).toBeVisible()
    await expect(booking.proceed(page)).toBeDisabled()
    await expectGoodLookAtDesk(page, 'cart, empty')
    await booking.describePatient(page, patient)
    await page.getByRole('radio', { name: 'Pay Online' }).check()
    await expectGoodLook(page, 'cart, filled')
    await expectNotStored(page, patientDetails)
    await booking.proceed(page).click()
  })

  await test.step('the payment is made on the hosted page', async () => {
    await booking.expectHostedPage(page)
    expect(new URL(page.url()).port).toBe(simulator.port)
    await page.reload()
    await booking.pay(page)
    await booking.expectPaid(page)
    await page.reload()
    await booking.expectPaid(page)
    await expectGoodLook(page, 'return page, paid')
    await expect(page.getByRole('link', { name: 'Cart, empty' })).toHaveCount(0)
    await expectNotStored(page, [...patientDetails, ...booking.tests])
  })

  await test.step('the order is scheduled', async () => {
    await page.getByRole('link', { name: 'See my order' }).click()
    await expect(page.getByRole('heading', { name: /^Order LB-/ })).toBeVisible()
    await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
    await expectGoodLook(page, 'order, scheduled')
    await expectNotStored(page, [...patientDetails, ...booking.tests])
    await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible()
  })

  await test.step('the list of orders has it', async () => {
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await expect(page.getByRole('link', { name: booking.lab.name })).toHaveCount(1)
    await page.reload()
    await expect(page.getByText('1 booking', { exact: true })).toBeVisible()
    await expectGoodLookAtDesk(page, 'orders')
  })

  await test.step('the booker reads where, when and how to prepare, and the patient gets few details', async () => {
    const receipt = await mailbox.find(person.email, 'Your booking is confirmed')
    const { place, address, landmark, hours } = booking.lab
    for (const words of [
      place,
      address,
      landmark,
      hours,
      'Before your test',
      'Do not eat for',
      'Total paid',
    ]) {
      expect(receipt.text).toContain(words)
    }
    const mails = await mailbox.all(patient.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your booking is confirmed'])
    // The address is not confirmed as the patient’s.
    for (const words of [place, address, patient.name, ...booking.tests])
      expect(mails[0]?.text).not.toContain(words)
    expect(mails[0]?.text).toMatch(/Fast for \d+ hours before/)
  })
})
