import type { Page } from '@playwright/test'
import { bookWalkIn, tests, toWork } from './desk.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newPatient, pause } from './people.ts'
import { expect, test } from './site.ts'

/** Opens an order as a scanner does: its number, then Enter. */
async function scan(page: Page, reference: string): Promise<void> {
  await expect(page.getByText(/^\d+ orders?$/)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Find an order')).toBeFocused()
  await page.keyboard.type(reference)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/portal/lab/orders/${reference}$`))
}

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The first PDF is slow on a busy machine, because it starts the rendering thread. */
const drawing = 60_000

test('a walk-in is checked in, labelled, collected and received', async ({
  page,
  mailbox,
  simulator,
  product,
  anotherPerson,
}) => {
  test.slow()
  await becomeMember(page, mailbox)
  const reference = await bookWalkIn(page, simulator)
  await page.goto(`/orders/${reference}`)
  await expect(page.getByRole('img', { name: /^Your order id/ })).toBeVisible()
  await expectGoodLook(page, 'order with its code')

  const lab = await anotherPerson()
  await toWork(lab, product.demoPassword)
  await expectGoodLook(lab, 'worklist')
  await scan(lab, reference)
  await expect(lab.getByRole('heading', { name: 'Check the patient in' })).toBeVisible()
  await expectGoodLook(lab, 'lab order, to come')
  await act(lab, 'Check in').click()
  await expect(lab.getByRole('heading', { name: 'Samples' })).toBeVisible()
  await expectGoodLook(lab, 'lab order, checked in')
  const labels = lab.waitForEvent('download', { timeout: drawing })
  await act(lab, 'Print labels').click()
  expect((await labels).suggestedFilename()).toBe(`labels-${reference}.pdf`)
  await pause(lab)
  await act(lab, 'All samples collected').click()
  await expect(lab.getByRole('heading', { name: 'Receive the samples' })).toBeVisible()
  await pause(lab)
  await act(lab, 'Receive all').click()
  await expect(lab.getByText(/^Every sample is in the lab/)).toBeVisible()
  await expectGoodLook(lab, 'lab order, in the lab')

  await page.reload()
  await expect(page.getByText('Lab processing', { exact: true }).first()).toBeVisible()
})

test('a sample that cannot be used is rejected, and the patient is asked for another', async ({
  page,
  mailbox,
  simulator,
  product,
  anotherPerson,
}) => {
  test.slow()
  await becomeMember(page, mailbox)
  const patient = newPatient()
  const reference = await bookWalkIn(page, simulator, patient)
  const lab = await anotherPerson()
  await toWork(lab, product.demoPassword)
  await scan(lab, reference)
  await act(lab, 'Check in').click()
  await pause(lab)
  await act(lab, 'All samples collected').click()
  await lab
    .getByRole('button', { name: /^Reject/ })
    .first()
    .click()
  const dialog = lab.getByRole('dialog')
  await act(lab, 'Reject the sample').click()
  await expect(dialog.getByText('Choose why it cannot be used.')).toBeVisible()
  await dialog.getByLabel('Why can it not be used?').selectOption('Clotted')
  await expectGoodLook(lab, 'reject dialog')
  await act(lab, 'Reject the sample').click()
  await expect(dialog).toHaveCount(0)
  await expect(lab.getByText('New sample needed')).toBeVisible()
  await expectGoodLook(lab, 'lab order, new sample')

  const mail = await mailbox.find(patient.email, 'A new sample is needed')
  for (const name of tests) expect(mail.text).not.toContain(name)
  await page.goto(`/orders/${reference}`)
  await expect(page.getByText('A new sample is needed')).toBeVisible()
  await expectGoodLook(page, 'order, new sample')
})

test('the worklist shows a message when nothing is found, and when no answer comes', async ({
  page,
  product,
  watch,
}) => {
  await toWork(page, product.demoPassword)
  await page.getByLabel('Find an order').fill('nobody of that name')
  await expect(page.getByRole('heading', { name: 'No paid order like that' })).toBeVisible()
  await expectGoodLook(page, 'worklist, nothing found')
  await page.goto('/portal/lab/orders/LB-NONE')
  watch.allow(404, '/v0/lab/orders/LB-NONE')
  await expect(page.getByRole('heading', { name: 'No paid order like that' })).toBeVisible()
  await page.route('**/v0/lab/worklist', (route) => route.abort())
  watch.allowLostNetwork()
  await page.goto('/portal/lab')
  await expect(page.getByRole('heading', { name: 'We could not load this' })).toBeVisible()
  await page.unroute('**/v0/lab/worklist')
  await act(page, 'Try again').click()
  await expect(page.getByText(/^\d+ orders?$/)).toBeVisible()
})
