import * as booking from './booking.ts'
import { toWork } from './desk.ts'
import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { becomeMember, newPatient } from './people.ts'
import { expect, test } from './site.ts'
import { letVisitBeToday, removePhlebotomists, visitDayOf } from './time-travel.ts'
import { areasOfPhlebotomist, bookVisit, orderOpen, phlebotomist, visited, work } from './visits.ts'

test(
  'a patient in an area without home visits sees the reason, and can choose another area',
  areasOfPhlebotomist,
  async ({ page, mailbox, product }) => {
    await removePhlebotomists(product, 'Zamfara')
    await becomeMember(page, mailbox)
    await booking.openCart(page, ['Full blood count'])
    await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
    await booking.describePatient(page, newPatient())
    await page.getByLabel('Street address').fill('14 Abak Road')
    await page.getByLabel('Area or town').selectOption({ label: 'Gusau' })
    await expect(page.getByText('We cannot come to Gusau yet')).toBeVisible()
    await expectGoodLook(page, 'cart, nobody goes there')
    await page.getByLabel('Area or town').selectOption({ label: 'Uyo' })
    await booking.chooseVisitTime(page)
    await page.getByRole('radio', { name: 'Pay Online' }).check()
    await booking.proceed(page).click()
    await booking.expectHostedPage(page)
  },
)

test('an operator sees where there is room for visits, and what is booked', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  await becomeMember(ada, mailbox)
  const patient = visited()
  await bookVisit(ada, patient)
  const office = await anotherPerson()
  await work(office, product, operator)
  await office.goto('/operator/visits')
  await office.getByRole('tab', { name: 'Capacity' }).click()
  const room = office.getByRole('tabpanel', { name: 'Capacity' })
  await room.getByLabel('State').selectOption({ value: 'Akwa Ibom' })
  await room.getByLabel('Day').selectOption(await visitDayOf(product, patient.email))
  const uyo = room.getByRole('listitem').filter({ has: office.getByRole('heading', { name: 'Uyo' }) })
  await expect(uyo.getByText(/\d+ booked/).first()).toBeVisible()
  await expect(uyo.getByText(/\d+ free/).first()).toBeVisible()
  await expectGoodLook(office, 'room for home visits')
})

test(
  'if an area loses its last phlebotomist, the patient reads the options, and the lab takes the sample at its desk',
  areasOfPhlebotomist,
  async ({ page: ada, mailbox, product, anotherPerson }) => {
    await becomeMember(ada, mailbox)
    const patient = visited()
    const place = { street: '14 Argungu Road', area: 'Birnin Kebbi', landmark: 'Beside the market' }
    await bookVisit(ada, patient, { lab: booking.staffedLab, place })
    const order = orderOpen(ada)
    await letVisitBeToday(product, patient.email)
    const femi = await anotherPerson()
    await work(femi, product, phlebotomist)
    await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
    await femi.getByRole('button', { name: 'No sample could be taken' }).click()
    await femi.getByRole('dialog').getByLabel('I could not come, or could not take the sample').check()
    await femi.getByRole('dialog').getByRole('button', { name: 'Report as missed' }).click()
    await mailbox.find(patient.email, 'We could not take your sample')
    await removePhlebotomists(product, 'Kebbi')

    await ada.reload()
    const card = ada.getByRole('region', { name: 'We cannot come at the moment' })
    await expect(card.getByText(/You get the ₦7,000 for the home visit back/)).toBeVisible()
    await expect(ada.getByRole('button', { name: /Choose another|Change the time/ })).toHaveCount(0)
    await expect(ada.getByRole('button', { name: 'Cancel booking' })).toBeVisible()
    await expectGoodLook(ada, 'order, nobody goes there')

    const desk = await anotherPerson()
    await toWork(desk, product.demoPassword)
    await desk.goto(`/portal/lab/orders/${order}`)
    await desk.getByRole('button', { name: 'All samples collected' }).click()
    await expect(desk.getByRole('heading', { name: 'Receive the samples' })).toBeVisible()
    await ada.reload()
    await expect(ada.getByText('Sample collected', { exact: true }).first()).toBeVisible()
    await expect(
      ada
        .getByRole('region', { name: /Refund/ })
        .getByText('₦7,000')
        .first(),
    ).toBeVisible()
  },
)
