import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient, pause, signIn } from './people.ts'
import { orderAtBench, releaseOnScreen, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

const sugar = 'Fasting blood sugar'

test('what tests ask at booking is kept, reaches the lab, and decides how a result is read', async ({
  page: ada,
  product,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  await becomeMember(ada, mailbox)
  await booking.openCart(ada, [sugar], booking.staffedLab)
  await booking.describePatient(ada, newPatient())
  const questions = ada.getByRole('heading', { name: 'For the lab' })
  await expect(questions).toBeVisible()
  // A man is not asked.
  await ada.getByRole('radio', { name: 'Male', exact: true }).check()
  await expect(questions).toHaveCount(0)
  await ada.getByRole('radio', { name: 'Female', exact: true }).check()
  await ada.getByRole('radio', { name: 'Pregnant', exact: true }).check()
  await ada.getByLabel('Week of pregnancy').fill('55')
  await expect(ada.getByText('Enter a week from 1 to 43.')).toBeVisible()
  await ada.getByLabel('Week of pregnancy').fill('20')
  await booking.expectSaved(ada)
  await expectGoodLook(ada, 'clinical questions in the cart')
  await ada.reload()
  await ada.getByRole('button', { name: 'Change the patient' }).click()
  await expect(ada.getByLabel('Week of pregnancy')).toHaveValue('20')
  await ada.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(ada).click()
  await booking.expectHostedPage(ada)
  await booking.pay(ada)
  await booking.expectPaid(ada)
  const order = await booking.onlyOrder(ada)

  const desk = await anotherPerson({
    losesNetwork: true,
    answered: { status: 409, path: '/clinical-request' },
  })
  await workAs(desk, product, scientist)
  await desk.goto(`/portal/lab/orders/${order}`)
  const details = desk.getByRole('region', { name: 'Clinical details' })
  await expect(details).toContainText('Pregnant, week 20')
  await details.getByRole('button', { name: 'Change' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Hours since the last meal').fill('9')
  await expectGoodLook(desk, 'clinical details')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(desk, 'Details saved')
  await expect(details).toContainText('9 hours before')
  await expect(details).toContainText('Pregnant, week 20')

  await test.step('a colleague’s answers are filled in, and what was typed stays', async () => {
    const open = (page: Page) =>
      page.getByRole('region', { name: 'Clinical details' }).getByRole('button', { name: 'Change' }).click()
    await pause(desk)
    await open(desk)
    await dialog.getByLabel('Why is the test wanted?').fill('Tired for months')
    // The order is read again at intervals too, which may come before the save.
    await desk.route('**/v0/lab/orders/*', (route) => route.abort('internetdisconnected'))
    const other = await anotherPerson()
    await workAs(other, product, scientist)
    await other.goto(`/portal/lab/orders/${order}`)
    await open(other)
    await other.getByRole('dialog').getByLabel('Hours since the last meal').fill('11')
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).dblclick()
    await expectToast(other, 'Details saved')
    await desk.unroute('**/v0/lab/orders/*')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('A colleague has changed these details')).toBeInViewport()
    await expect(dialog.getByLabel('Hours since the last meal')).toHaveValue('11')
    await expect(dialog.getByLabel('Why is the test wanted?')).toHaveValue('Tired for months')
    await expectGoodLook(desk, 'clinical details that a colleague has changed')
  })
  await test.step('what was typed is there after the session has ended', async () => {
    await desk.evaluate(() => sessionStorage.setItem('_tr_js_exp', '1'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(desk).toHaveURL('/auth/login')
    await signIn(desk, { email: scientist, password: product.demoPassword })
    await expect(dialog.getByLabel('Why is the test wanted?')).toHaveValue('Tired for months')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(details).toContainText('Tired for months')
    await expect(details).toContainText('11 hours before')
  })
})

test('an order without a date of birth is verified only once the lab has asked', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, sugar, person.email, { dob: '' })
  const bench = await anotherPerson()
  const office = await anotherPerson({ answered: { status: 409, path: '/verification' } })
  await workAs(bench, product, scientist)
  await workAs(office, product, verifier)
  const results = `/portal/lab/orders/${order}/results`
  await bench.goto(results)
  await bench.getByLabel(/^Fasting glucose/).fill('5.1')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await office.goto(results)
  await expect(office.getByText('Add it before you verify.')).toBeVisible()
  await office.getByRole('button', { name: new RegExp(`^Verify ${sugar}`) }).click()
  await expect(office.getByText('We do not know how old the patient is.')).toBeVisible()

  await office.getByRole('link', { name: 'Add it to the order' }).click()
  await expect(office.getByText('The booking has no date of birth.')).toBeVisible()
  await expectGoodLook(office, 'an order without a date of birth')
  await office.getByRole('button', { name: 'Add details' }).click()
  await office.getByRole('dialog').getByLabel('Or the age in years').fill('60')
  await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Details saved')
  await expect(office.getByText('About 60 years')).toBeVisible()
  await office.goto(results)
  await expect(office.getByText('Born: About 60 years')).toBeVisible()
  await releaseOnScreen(office, sugar)
})
