import { enterBirthDate, newDoctor, openQuestion } from './doctors.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, newMember, saveSession } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'

test('a sensitive result is released with a note of who talks with the patient, and the patient reads the next step', async ({
  page,
  product,
  simulator,
  mailbox,
}) => {
  test.slow()
  const person = await becomeMember(page, mailbox)
  const order = await orderAtBench(page, { product, simulator }, person, 'HIV screening')
  const path = `/portal/lab/orders/${order}/results`
  await workAs(page, product, scientist)
  await page.goto(path)
  await page.getByRole('combobox', { name: /^HIV 1/ }).selectOption('Reactive')
  await page.getByRole('button', { name: 'Save the values' }).click()
  const missing = page.getByText('Second HIV test, HIV status', { exact: true })
  await expect(missing).toBeVisible()
  await page.getByRole('combobox', { name: /^Second HIV test/ }).selectOption('Non-reactive')
  await page.getByRole('combobox', { name: /^HIV status/ }).selectOption('Inconclusive')
  await page.getByRole('button', { name: 'Save the values' }).click()
  await expect(page.getByText('To be verified', { exact: true })).toBeVisible()
  await workAs(page, product, verifier)
  await page.goto(path)
  await page.getByRole('button', { name: /^Verify/ }).click()
  await page.getByRole('button', { name: /^Release/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Your lab talks with the patient.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(dialog.getByText('Write it in a few words.')).toBeVisible()
  await expectGoodLook(page, 'release of a sensitive result')
  const note = dialog.getByLabel('What was said or agreed')
  await note.fill('Ibrahim called her, she comes on Monday')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Release/ }).click()
  await expect(note).toHaveValue('Ibrahim called her, she comes on Monday')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText(/The lab talks with the patient, noted by/)).toContainText(
    'she comes on Monday',
  )

  await saveSession(page, await logIn(page, person))
  await page.goto(`/orders/${order}/results`)
  await expect(page.getByText('The lab talks with you about this result.')).toBeVisible()
  await expect(page.getByText('2 of 3 findings in words are not what is usually found.')).toBeVisible()
  await expect(page.getByText('They may ask for another test.')).toBeVisible()
  await expect(page.getByText('she comes on Monday')).toBeHidden()
  await expectGoodLook(page, 'a sensitive result')
})

test('the doctor who booked notes the talk before the release, and the lab releases the result with that note', async ({
  page,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const [doctor, patient] = [await newDoctor(page, { product, mailbox }), await newMember(page, mailbox)]
  const made = { product, simulator }
  const order = await orderAtBench(page, made, doctor, 'HIV screening', patient.email)
  await saveSession(page, await logIn(page, doctor))
  await page.goto(`/orders/${order}`)
  const card = page.getByRole('region', { name: 'Talk with the patient first' })
  await expect(card).toContainText('You can note a talk while Ada Okonkwo lets you')
  const ada = await anotherPerson()
  await openQuestion(ada, mailbox, patient)
  await ada.getByLabel(/^Also private tests/).check()
  await enterBirthDate(ada)
  await ada.getByRole('button', { name: /^Yes, let Dr/ }).click()
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText(/may read the results of/)

  await page.goto('/portal/doctor')
  const waiting = page.getByRole('region', { name: 'Talk with these patients first' })
  await expect(waiting).toContainText('HIV screening')
  await expectGoodLook(page, 'inbox of a doctor who has to talk')
  await waiting.getByRole('link').click()
  await card.getByRole('button', { name: /^Save the note/ }).click()
  await expect(card.getByText('Write it in a few words.')).toBeVisible()
  await expectGoodLook(page, 'order that a doctor talks about')
  const note = card.getByLabel('What was said or agreed?')
  await note.fill('Talked at the clinic. She wants me to call her.')
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await expect(page).toHaveURL(/\/orders$/)
  await page.goBack()
  await expect(note).toHaveValue('Talked at the clinic. She wants me to call her.')
  await card.getByRole('button', { name: /^Save the note/ }).click()
  await expect(card.getByText(/^Noted /)).toBeVisible()
  await expectGoodLook(page, 'order whose doctor has talked')
  await page.goto('/portal/doctor')
  await expect(page.getByRole('heading', { name: 'No results are waiting for you' })).toBeVisible()
  await expect(waiting).toBeHidden()

  const path = `/portal/lab/orders/${order}/results`
  const lab = await anotherPerson()
  await workAs(lab, product, scientist)
  await lab.goto(path)
  await lab.getByRole('combobox', { name: /^HIV 1/ }).selectOption('Non-reactive')
  await lab.getByRole('button', { name: 'Save the values' }).click()
  await expect(lab.getByText('To be verified', { exact: true })).toBeVisible()
  await workAs(lab, product, verifier)
  await lab.goto(path)
  await lab.getByRole('button', { name: /^Verify/ }).click()
  await lab.getByRole('button', { name: /^Release/ }).click()
  const dialog = lab.getByRole('dialog')
  await expect(dialog.getByText('Dr Ada Okonkwo has talked with the patient')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'The doctor' })).toBeChecked()
  await expect(dialog.getByLabel('What was said or agreed')).toBeHidden()
  await expectGoodLook(lab, 'release with a note of the doctor')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(lab.getByText(/The doctor talks with the patient, noted by Dr Ada Okonkwo/)).toContainText(
    'She wants me to call her.',
  )
})
