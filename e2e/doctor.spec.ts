import { openCart, staffedLab } from './booking.ts'
import { bookedByDoctor, enterBirthDate, openQuestion, provePatient } from './doctors.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, pause, saveSession } from './people.ts'
import { orderAtBench, releaseResults } from './results.ts'
import { expect, test } from './site.ts'

test('a doctor reads results during the consent, critical ones first, acknowledges them, and reads none after it is withdrawn', async ({
  page: bello,
  product,
  simulator,
  mailbox,
  anotherPerson,
  watch,
}) => {
  const { doctor, patient, order } = await bookedByDoctor(bello, { product, simulator, mailbox })
  const other = await orderAtBench(
    ...([bello, { product, simulator }, doctor, 'Urinalysis', patient.email] as const),
  )
  await releaseResults(bello, product, order, '20')
  await releaseResults(bello, product, other)
  await saveSession(bello, await logIn(bello, doctor))
  await bello.goto('/portal/doctor/patients')
  const card = bello.getByRole('listitem', { name: 'Ada Okonkwo' })
  await expect(card).toContainText('Not answered')
  await expectGoodLook(bello, 'patients of a doctor')
  await card.getByRole('button', { name: /^Ask once more/ }).click()
  await expect(card.getByRole('button', { name: /^Ask once more/ })).toBeHidden()
  await bello.getByLabel('Find a patient').fill('Nobody')
  await expect(bello.getByRole('heading', { name: 'No patient with that name' })).toBeVisible()
  await expect(bello).toHaveURL(/\/portal\/doctor\/patients$/)

  const ada = await anotherPerson({ answered: { status: 403, path: '/v0/orders/' } })
  await openQuestion(ada, mailbox, patient)
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText(/^May Dr Ada Okonkwo read/)
  await expect(ada).toHaveURL(/\/consent$/)
  await expect(ada.getByLabel(/^Also private tests/)).not.toBeChecked()
  await expectGoodLook(ada, 'question of a mail to a patient')
  await ada.getByRole('button', { name: /^Yes, let Dr/ }).click()
  await expect(ada.getByText('Enter the date of birth')).toBeVisible()
  await enterBirthDate(ada)
  await pause(ada)
  await ada.getByRole('button', { name: /^Yes, let Dr/ }).click()
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText(/may read the results of/)
  await expectGoodLook(ada, 'consent that was given')

  await bello.goto('/portal/doctor')
  const rows = bello.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('Critical')
  await expect(rows.first()).toContainText('Fasting blood sugar')
  await expect(rows).toHaveCount(2)
  await expectGoodLook(bello, 'inbox of a doctor')
  await rows.first().getByRole('link').click()
  await expect(bello.getByRole('heading', { name: 'Fasting blood sugar' })).toBeVisible()
  await expectGoodLook(bello, 'results that a doctor reads')
  const tab = await anotherPerson()
  await saveSession(tab, await logIn(tab, doctor))
  await tab.goto(`/orders/${order}/results`)
  await expect(tab.getByRole('button', { name: /^Acknowledge/ })).toBeVisible()
  await bello.getByRole('button', { name: /^Acknowledge/ }).click()
  await expect(bello.getByText(/^Acknowledged .* at/)).toBeVisible()
  await bello.goto('/portal/doctor')
  await expect(rows.first()).toContainText('Urinalysis')
  await expect(rows.last()).toContainText('Acknowledged')
  await expect(rows.last()).not.toContainText('Critical')
  await tab.getByRole('button', { name: /^Acknowledge/ }).click()
  await expect(tab.getByText(/^Acknowledged .* at/)).toBeVisible()

  await saveSession(ada, await logIn(ada, patient))
  await provePatient(ada, order)
  await ada.goto('/settings/doctors')
  await expect(ada.getByRole('main')).toContainText('May read')
  await expect(ada.getByRole('main')).toContainText(': 1 result')
  await expectGoodLook(ada, 'doctors of a patient')
  await ada.getByRole('button', { name: /^Take it back/ }).click()
  await expect(ada.getByRole('main')).toContainText('Taken back')

  watch.allow(403, '/v0/orders/')
  await bello.goto(`/orders/${order}/results`)
  await expect(bello.getByRole('heading', { name: 'The patient has not agreed' })).toBeVisible()
  await bello.goto('/portal/doctor')
  await expect(bello.getByRole('heading', { name: 'No results are waiting for you' })).toBeVisible()
  await tab.goto('/portal/doctor')
  await expect(tab.getByRole('heading', { name: 'No results are waiting for you' })).toBeVisible()
  await bello.goto('/portal/doctor/patients')
  await card.getByRole('button', { name: /^Book again/ }).click()
  await expect(bello.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  const again = bello.getByRole('region', { name: 'The patient' })
  await expect(again).toContainText('Ada Okonkwo')
  await expect(again).toContainText(patient.email)
})

test('a doctor saves the tests of a cart as a set, and puts those that a lab does into the cart', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox, 'doctor')
  await openCart(page, undefined, staffedLab)
  await page.goto('/portal/doctor/sets')
  await page.getByRole('button', { name: 'Start from my cart (2 tests)' }).click()
  const dialog = page.getByRole('dialog', { name: 'A new set' })
  await dialog.getByLabel('Name').fill('Fever and sugar')
  await dialog.getByLabel('Add a test').fill('urinalysis')
  await dialog.getByRole('button', { name: 'Urinalysis', exact: true }).click()
  await expectGoodLook(page, 'set being made')
  await dialog.getByRole('button', { name: 'Save the set' }).click()
  await expect(page.getByRole('listitem', { name: 'Fever and sugar' })).toContainText('Urinalysis')
  await expectGoodLook(page, 'order sets')
  await page.getByRole('link', { name: /^Compare labs/ }).click()
  await expect(page.getByRole('heading', { name: 'Fever and sugar' })).toBeVisible()
  const first = page.getByRole('region', { name: 'Labs' }).getByRole('listitem').first()
  await expect(first).toContainText('All 3 tests')
  await page.getByLabel('Where').selectOption('Akwa Ibom')
  await expect(first).toContainText('Akwa Ibom')
  await expectGoodLook(page, 'labs for a set')
  await page
    .getByRole('button', { name: /^Put them in the cart/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start a new cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  for (const name of ['Full blood count', 'Fasting blood sugar', 'Urinalysis'])
    await expect(page.getByRole('main')).toContainText(name)
  await page.goto('/portal/doctor/sets')
  await page.getByRole('button', { name: /^Change/ }).click()
  const change = page.getByRole('dialog')
  await change.getByLabel('Name').fill('Fever')
  await change.getByRole('button', { name: /Urinalysis/ }).click()
  await change.getByRole('button', { name: 'Save the set' }).click()
  const set = page.getByRole('listitem', { name: 'Fever' })
  await expect(set).not.toContainText('Urinalysis')
  await set.getByRole('button', { name: /^Delete/ }).click()
  await pause(page)
  await set.getByRole('button', { name: /^Yes, delete it/ }).click()
  await expect(page.getByRole('heading', { name: 'No set yet' })).toBeVisible()
})
