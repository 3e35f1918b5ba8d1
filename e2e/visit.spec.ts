import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { becomeMember, pause } from './people.ts'
import { expect, test } from './site.ts'
import { letVisitBeToday } from './time-travel.ts'
import {
  areasOfPhlebotomist,
  bookVisit,
  expectSent,
  findToday,
  haveVisitToday,
  openVisit,
  phlebotomist,
  setOff,
  visited,
  work,
} from './visits.ts'

const another = (code: string) => (code === '000000' ? '111111' : '000000')

test('a patient pays for a home visit, the phlebotomist takes the samples without a network, and the order advances', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  await becomeMember(ada, mailbox)
  const patient = visited()
  const code = await bookVisit(ada, patient)
  await expectGoodLook(ada, 'order with a door code')
  await letVisitBeToday(product, patient.email)

  const office = await anotherPerson()
  await work(office, product, operator)
  await expect(await findToday(office, patient)).toContainText('To visit')
  await expectGoodLook(office, 'home visits')

  const femi = await anotherPerson({ losesNetwork: true })
  await work(femi, product, phlebotomist)
  await expect(femi).toHaveURL(/\/portal\/phlebotomist$/)
  await expectGoodLook(femi, 'round')
  await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
  await expect(femi.getByRole('heading', { name: patient.name })).toBeVisible()
  await expectGoodLook(femi, 'visit, to set off')
  await femi.getByRole('button', { name: 'Set off' }).click()
  await expectSent(femi)
  const mail = await mailbox.find(patient.email, 'Your phlebotomist is on the way')
  expect(mail.text).toContain(code)
  for (const name of booking.tests) expect(mail.text).not.toContain(name)

  await femi.context().setOffline(true)
  await femi.getByLabel('Door code', { exact: true }).fill(another(code))
  await femi.getByRole('button', { name: 'Start' }).click()
  await expect(femi.getByText(/That code is not right/)).toBeVisible()
  await pause(femi)
  await femi.getByLabel('Door code', { exact: true }).fill(code)
  await femi.getByRole('button', { name: 'Start' }).click()
  await expect(femi.getByRole('heading', { name: 'Is it the patient?' })).toBeVisible()
  await femi.getByLabel('Both match').check()
  for (const label of await femi.getByText(/^\d{2}[0-9A-Z]+-\d{5}$/).allTextContents()) {
    await femi.getByLabel('Label on the tube').fill(label.toLowerCase())
    await expect(femi.getByLabel('Label on the tube')).toHaveValue('')
  }
  await expectGoodLook(femi, 'visit, samples, offline')
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  await expect(femi.getByText('2 steps saved on this phone')).toBeVisible()
  await expectGoodLook(femi, 'visit, to deliver, offline')
  await ada.reload()
  await expect(ada.getByText('Sample Collected').first()).toBeVisible()
  await expect(ada.getByText('Now: Sample Collected')).toHaveCount(0)

  await femi.context().setOffline(false)
  await expect(femi.getByText(/saved on this phone/)).toHaveCount(0)
  await ada.reload()
  await expect(ada.getByText('Now: Sample Collected')).toBeAttached()
  await femi.getByRole('button', { name: 'Handed over' }).click()
  await expect(femi.getByText('2 samples handed over')).toBeVisible()
  await expect(femi.getByText('The lab has not confirmed them yet.')).toBeVisible()
})

test('two tabs of one phlebotomist share one list, so that each offline step counts once', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { patient, code, femi } = await openVisit(
    { page: ada, mailbox, product, anotherPerson },
    { losesNetwork: true },
  )
  await expect(femi.getByRole('button', { name: 'Set off' })).toBeVisible()
  const second = await femi.context().newPage()
  await work(second, product, phlebotomist)
  await second.getByRole('link', { name: new RegExp(patient.name) }).click()
  await expect(second.getByRole('button', { name: 'Set off' })).toBeVisible()

  await femi.context().setOffline(true)
  await femi.getByRole('button', { name: 'Set off' }).click()
  await expect(second.getByText('1 step saved on this phone')).toBeVisible()
  await second.getByLabel('Door code', { exact: true }).fill(code)
  await second.getByRole('button', { name: 'Start' }).click()
  for (const tab of [femi, second]) {
    await expect(tab.getByText('2 steps saved on this phone')).toBeVisible()
    await expect(tab.getByRole('heading', { name: 'Is it the patient?' })).toBeVisible()
  }
  await femi.context().setOffline(false)
  for (const tab of [femi, second]) {
    await expect(tab.getByText(/saved on this phone/)).toHaveCount(0)
    await expect(tab.getByText(/not accepted/)).toHaveCount(0)
    await expect(tab.getByRole('heading', { name: 'Is it the patient?' })).toBeVisible()
  }
  await ada.reload()
  await expect(ada.getByText('They are with the patient now.')).toBeVisible()
})

test('the patient is notified of a missed visit, and chooses another day at no charge', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { patient, femi } = await setOff({ page: ada, mailbox, product, anotherPerson })
  await femi.getByRole('button', { name: 'No sample could be taken' }).click()
  const dialog = femi.getByRole('dialog')
  await dialog.getByLabel('No one opened the door').check()
  await expectGoodLook(femi, 'visit, missed')
  await dialog.getByRole('button', { name: 'Report as missed' }).click()
  await expect(femi.getByText('No sample was taken')).toBeVisible()
  await mailbox.find(patient.email, 'We could not take your sample')

  await ada.reload()
  await expect(ada.getByRole('heading', { name: 'We could not take the sample' })).toBeVisible()
  await expectGoodLook(ada, 'order, visit missed')
  await ada.getByRole('button', { name: 'Choose another day' }).click()
  await booking.chooseVisitTime(ada.getByRole('dialog'))
  await ada.getByRole('dialog').getByRole('button', { name: 'Book this time' }).click()
  await expect(ada.getByRole('region', { name: /comes to you/ })).toBeVisible()
})

test(
  'an operator sets the areas of a phlebotomist and assigns a visit to them, with a reason',
  areasOfPhlebotomist,
  async ({ page: ada, mailbox, product, anotherPerson }) => {
    const { patient, code } = await haveVisitToday({ page: ada, mailbox, product })
    const office = await anotherPerson()
    await work(office, product, operator)
    await office.goto('/operator/visits')
    await office.getByRole('tab', { name: 'Phlebotomists' }).click()
    await office
      .getByRole('button', { name: /^Change areas/ })
      .first()
      .click()
    const areas = office.getByRole('dialog')
    await areas.getByLabel('Visits a day, at most').fill('38')
    await expectGoodLook(office, 'areas')
    await areas.getByRole('button', { name: 'Save' }).click()
    await expect(office.getByText(/at most 38/)).toBeVisible()

    const visit = await findToday(office, patient)
    await visit.getByRole('button', { name: /^Change phlebotomist/ }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByRole('radio').first().check()
    await dialog.getByLabel('Why?').fill('asked for somebody they know')
    await expectGoodLook(office, 'assign a visit')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await expect(dialog).toBeHidden()
    // Choosing the same person again changes nothing, so the patient’s code stays.
    await ada.reload()
    await expect(ada.getByText(code)).toBeVisible()
  },
)
