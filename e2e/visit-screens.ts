import * as booking from './booking.ts'
import { askSession, becomeMember, keepSession } from './people.ts'
import { scientist } from './results.ts'
import { letVisitBeToday } from './time-travel.ts'
import { bookVisit, operator, phlebotomist, takeSamples, visited } from './visits.ts'
import type { Walk } from './walk.ts'

/** A home visit from its booking to the lab that counts its tubes, and what an operator sees of it. */
export async function visits({ page, product, mailbox, shot, view }: Walk): Promise<void> {
  const as = async (email: string) =>
    keepSession(page, await askSession(page, { email, password: product.demoPassword }))
  await becomeMember(page, mailbox)
  const patient = visited()
  const code = await bookVisit(page, patient, {
    lab: booking.staffedLab,
    place: { street: '3 Ahmadu Bello Way', area: 'Victoria Island', landmark: 'Beside the bank' },
  })
  await shot('order-visit')
  const order = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
  await letVisitBeToday(product, patient.email)

  await as(phlebotomist)
  await page.goto('/portal/phlebotomist')
  await page.getByRole('link', { name: new RegExp(patient.name) }).click()
  await page.getByRole('button', { name: 'Set off' }).waitFor()
  await shot('visit')
  await page.getByRole('button', { name: 'Set off' }).click()
  await page.getByLabel('Door code', { exact: true }).waitFor()
  await shot('visit-door')
  await takeSamples(page, code)
  await shot('visit-samples')
  await page.getByRole('button', { name: 'Samples collected' }).click()
  await page.getByRole('heading', { name: 'Bring them to the lab' }).waitFor()
  await shot('visit-bring')
  await page.getByRole('button', { name: 'Handed over' }).click()
  await page.goto('/portal/phlebotomist')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shot('round-done')

  await as(scientist)
  await page.goto('/portal/lab/handovers')
  const card = page.getByRole('article', { name: `Order ${order}` })
  await card.waitFor()
  await shot('handovers-waiting')
  const [label = ''] = await card.getByText(/^\d{2}[0-9A-Z]+-\d{5}$/).allTextContents()
  await card.getByRole('button', { name: 'Count the samples' }).click()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: new RegExp(label) })
    .check()
  await view('handover-count')
  await page.goto('/portal/lab/receive')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('textbox').fill(label)
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').filter({ hasText: label }).first().waitFor()
  await shot('receive')
  await page.goto(`/portal/lab/orders/${order}`)
  await page.getByRole('heading', { name: 'Samples', exact: true }).waitFor()
  await shot('lab-order')

  await as(operator)
  await page.goto('/operator/visits')
  await page.getByRole('tab', { name: 'By day' }).click()
  await page.getByRole('listitem').filter({ hasText: patient.name }).waitFor()
  await shot('operator-visits-day')
  await page.getByRole('tab', { name: 'Room' }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await shot('operator-room')
}
