import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient } from './people.ts'
import { expect, test } from './site.ts'
import { letNobodyGo } from './time-travel.ts'
import { bookVisit, operator, visited, work } from './visits.ts'

test('a patient where nobody goes is told so, and books as soon as they choose an area where somebody does', async ({
  page,
  mailbox,
  product,
}) => {
  await letNobodyGo(product, 'Zamfara')
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
})

test('an operator sees where there is room for visits, and what is booked', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  await becomeMember(ada, mailbox)
  await bookVisit(ada, visited())
  const office = await anotherPerson()
  await work(office, product, operator)
  await office.goto('/operator/visits')
  await office.getByRole('tab', { name: 'Room' }).click()
  const room = office.getByRole('tabpanel', { name: 'Room' })
  await room.getByLabel('State').selectOption({ value: 'Akwa Ibom' })
  const day = room.getByLabel('Day')
  const last = await day.locator('option').last().getAttribute('value')
  await day.selectOption(last ?? '')
  const uyo = room.getByRole('listitem').filter({ has: office.getByRole('heading', { name: 'Uyo' }) })
  await expect(uyo.getByText(/\d+ booked/).first()).toBeVisible()
  await expect(uyo.getByText(/\d+ free/).first()).toBeVisible()
  await expectGoodLook(office, 'room for home visits')
})
