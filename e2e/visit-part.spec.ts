import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { expect, test } from './site.ts'
import { expectSent, setOff } from './visits.ts'

/**
 * Takes the first sample and states why the second cannot be taken; ends before the collection is reported.
 */
async function takeFirst(femi: Page, doorCode: string): Promise<void> {
  await femi.getByLabel('Door code', { exact: true }).fill(doorCode)
  await femi.getByRole('button', { name: 'Start' }).click()
  await femi.getByLabel('Both match').check()
  const [first = ''] = await femi.getByText(/^\d{2}[0-9A-Z]+-\d{5}$/).allTextContents()
  await femi.getByLabel('Label on the tube').fill(first)
  await femi
    .getByRole('button', { name: /^I cannot take it/ })
    .last()
    .click()
  const dialog = femi.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Leave it out' }).click()
  await expect(dialog.getByText('Choose a reason.')).toBeVisible()
  await dialog.getByLabel('Something else').check()
  await dialog.getByLabel('In your own words').fill('She felt faint\nafter the first tube.')
  await expectGoodLook(femi, 'visit, why a sample is left out')
  await dialog.getByRole('button', { name: 'Leave it out' }).click()
  await expect(femi.getByText('She felt faint after the first tube.')).toBeVisible()
}

test('a phlebotomist takes one of two samples without a network, and the patient chooses another time for the other', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { patient, code, femi } = await setOff(
    { page: ada, mailbox, product, anotherPerson },
    { losesNetwork: true },
  )

  await femi.context().setOffline(true)
  await takeFirst(femi, code)
  await expectGoodLook(femi, 'visit, one sample left out, offline')
  await femi.getByRole('button', { name: '1 of 2 samples collected' }).click()
  await expect(femi.getByText('2 steps saved on this phone')).toBeVisible()
  await femi.context().setOffline(false)
  await expect(femi.getByText(/saved on this phone/)).toHaveCount(0)
  await femi.getByRole('button', { name: 'Handed over' }).click()
  await expect(femi.getByText('1 sample handed over')).toBeVisible()

  const mail = await mailbox.find(patient.email, 'One sample is still needed')
  for (const name of booking.tests) expect(mail.text).not.toContain(name)
  await ada.reload()
  const left = ada.getByRole('region', { name: '1 sample still needed' })
  await expect(left.getByText('She felt faint after the first tube.')).toBeVisible()
  await expect(ada.getByText('Now: Scheduled')).toBeAttached()
  await expectGoodLook(ada, 'order, a part of the samples')
  await left.getByRole('button', { name: 'Choose another time' }).click()
  await booking.chooseVisitTime(ada.getByRole('dialog'))
  await ada.getByRole('dialog').getByRole('button', { name: 'Book this time' }).click()
  await expect(ada.getByText('Instead of the visit you can also come')).toBeVisible()
})

test('a patient cancels the sample that could not be taken for a refund, and the other goes on', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { code, femi } = await setOff({ page: ada, mailbox, product, anotherPerson })
  await takeFirst(femi, code)
  await femi.getByRole('button', { name: '1 of 2 samples collected' }).click()
  await expect(femi.getByRole('heading', { name: 'Bring them to the lab' })).toBeVisible()
  await expectSent(femi)

  await ada.reload()
  await ada.getByRole('button', { name: 'Get a refund instead' }).click()
  const dialog = ada.getByRole('dialog')
  await expectGoodLook(ada, 'order, giving up the rest')
  await dialog.getByRole('button', { name: 'Give up these tests' }).click()
  await expect(ada.getByText('Now: Sample Collected')).toBeAttached()
  await expect(ada.getByText('Our team refunds the tests you gave up.')).toBeVisible()
  await expectGoodLook(ada, 'order, the rest given up')
})
