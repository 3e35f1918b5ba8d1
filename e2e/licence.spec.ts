import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { becomeMember, pause } from './people.ts'
import { tubesOnTable } from './photos.ts'
import { expect, test } from './site.ts'
import { work } from './visits.ts'

test('a doctor sends the practising licence, answers a question, sends it again, and is verified by an operator', async ({
  page,
  mailbox,
  product,
  anotherPerson,
}) => {
  const doctor = await becomeMember(page, mailbox, 'doctor')
  await page.goto('/portal/doctor/licence')
  await expect(page.getByText('Send your practising licence')).toBeVisible()
  await expectGoodLook(page, 'licence, nothing sent')
  await page.getByRole('button', { name: 'Send the licence' }).click()
  await expect(page.getByText('Type the folio number as the licence shows it')).toBeVisible()
  await expect(page.getByText('Choose a photo or a PDF of the licence.')).toBeVisible()
  await expect(page.getByLabel('Folio number')).toBeFocused()

  const folio = `mdcn/r/${Date.now() % 1_000_000_000}`
  await page.getByLabel('Folio number').fill(folio)
  await page.getByLabel(/^Choose a file/).setInputFiles(await tubesOnTable(page))
  await pause(page)
  await page.getByRole('button', { name: 'Send the licence' }).click()
  await expect(page.getByText('We are checking your licence')).toBeVisible()
  await expectGoodLook(page, 'licence, sent')

  const office = await anotherPerson()
  await work(office, product, operator)
  await office.goto('/operator/licences')
  const row = office.getByRole('listitem').filter({ hasText: doctor.email })
  await row.getByRole('button', { name: 'See the photo' }).click()
  await expect(office.getByRole('dialog').getByRole('img')).toBeVisible()
  await expectGoodLook(office, 'operator, photo of a licence')
  await office.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Ask' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Ask' }).click()
  await expect(office.getByText('Write it in a few words.')).toBeVisible()
  await office.getByLabel('What should the doctor send or explain?').fill('Please photograph the whole page.')
  await pause(office)
  await office.getByRole('dialog').getByRole('button', { name: 'Ask' }).click()
  await expect(row.getByText('Asked', { exact: true })).toBeVisible()

  const question = await mailbox.find(doctor.email, 'We have a question about your practising licence')
  expect(question.text).toContain('Please photograph the whole page.')
  await page.reload()
  await expect(page.getByText('We wrote: “Please photograph the whole page.”')).toBeVisible()
  await expect(page.getByLabel('Folio number')).toHaveValue(folio.toUpperCase())
  await page.getByLabel(/^Choose a file/).setInputFiles(await tubesOnTable(page))
  await page.getByRole('button', { name: 'Send the licence' }).click()
  await expect(page.getByText('We are checking your licence')).toBeVisible()

  await office.reload()
  await row.getByRole('button', { name: 'Accept' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await expect(row).toHaveCount(0)
  await office.getByRole('tab', { name: 'In force' }).click()
  await expect(row.getByText('Accepted', { exact: true })).toBeVisible()
  await expectGoodLook(office, 'operator, licences in force')
  await page.reload()
  await expect(page.getByText('Your licence is checked')).toBeVisible()
  await expectGoodLook(page, 'licence, accepted')
  await mailbox.find(doctor.email, 'Your practising licence is checked')
})
