import { bookedByDoctor, newDoctor, provePatient } from './doctors.ts'
import { expectGoodLook } from './look.ts'
import { logIn, pause, saveSession } from './people.ts'
import { releaseResults } from './results.ts'
import { expect, test } from './site.ts'

test('a doctor opens a result that needs action now without consent; the patient reads who did it and why, refuses, and agrees later', async ({
  page: bello,
  product,
  simulator,
  mailbox,
  anotherPerson,
  watch,
}) => {
  const { doctor, patient, order } = await bookedByDoctor(bello, { product, simulator, mailbox })
  await releaseResults(bello, product, order, '0.9')
  await saveSession(bello, await logIn(bello, doctor))
  await bello.goto('/portal/doctor')
  const main = bello.getByRole('main')
  await expect(main).toContainText('A result needs action now')
  await expect(main).not.toContainText('Fasting blood sugar')
  await expectGoodLook(bello, 'inbox of a doctor with a result that needs action now')

  watch.allow(403, '/v0/orders/')
  await main.getByRole('link', { name: /^Ada Okonkwo/ }).click()
  await expect(bello.getByRole('heading', { name: 'The patient has not agreed' })).toBeVisible()
  await expect(main).toContainText('A result of this order needs action now')
  await expect(main).not.toContainText('0.9')
  await expectGoodLook(bello, 'results without consent, one of which needs action now')
  await main.getByRole('button', { name: 'Open without consent' }).click()
  const dialog = bello.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Open without consent' }).click()
  await expect(dialog).toContainText('Choose why it cannot wait.')
  await expect(dialog).toContainText('Write why, in a few words.')
  await expectGoodLook(bello, 'reason for opening a result without consent, missing')
  await dialog.getByLabel('Why can it not wait?').selectOption('I cannot reach the patient')
  await dialog.getByLabel('Say it in your own words').fill('I rang twice, and no one answered.')
  await pause(bello)
  await expectGoodLook(bello, 'reason for opening a result without consent')
  await dialog.getByRole('button', { name: 'Open without consent' }).click()
  await expect(bello.getByRole('heading', { name: 'Fasting blood sugar' })).toBeVisible()
  await expect(main).toContainText('You opened a result without consent.')
  await expectGoodLook(bello, 'result that a doctor opened without consent')
  await bello.reload()
  await bello.getByRole('button', { name: /^Acknowledge/ }).click()
  await expect(bello.getByText(/^Acknowledged .* at/)).toBeVisible()

  const mail = await mailbox.find(patient.email, 'A result of yours was opened')
  expect(mail.text).not.toContain('sugar')
  expect(mail.text).not.toContain('rang twice')
  const ada = await anotherPerson({ answered: { status: 403, path: '/v0/orders/' } })
  await saveSession(ada, await logIn(ada, patient))
  await provePatient(ada, order)
  const readers = ada.getByRole('region', { name: 'Who has opened the results' })
  await expect(readers).toContainText('Opened without consent on')
  await expect(readers).toContainText('I rang twice, and no one answered.')
  await expectGoodLook(ada, 'patient whose result a doctor opened without consent')
  await ada.getByRole('button', { name: /^No, Dr/ }).click()
  await expect(ada.getByRole('main')).toContainText('You said no on')
  await bello.goto(`/orders/${order}/results`)
  await expect(main).toContainText('has said that you may not read the results')
  await ada.goto('/settings/doctors')
  await expect(ada.getByRole('main')).toContainText('You said no on')
  await expectGoodLook(ada, 'doctors of a patient who said no')
  await ada.getByRole('button', { name: /^Yes, let Dr/ }).click()
  await expect(ada.getByRole('main')).toContainText('May read')
  await bello.reload()
  await expect(bello.getByRole('heading', { name: 'Fasting blood sugar' })).toBeVisible()

  const other = await anotherPerson({ answered: { status: 404, path: '/v0/orders/' } })
  await saveSession(other, await logIn(other, await newDoctor(other, { product, mailbox })))
  await other.goto(`/orders/${order}/results`)
  await expect(other.getByRole('main')).not.toContainText('needs action')
})
