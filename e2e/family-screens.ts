import type { OwnResults } from '@labalaba/contract'
import { openCart } from './booking.ts'
import { becomeMember, logIn, pause, saveSession } from './people.ts'
import { orderAtBench, releaseResults } from './results.ts'
import { openSimulator } from './simulator.ts'
import { altered, refusing, seeTrouble, seeWaiting, type Walk } from './walk.ts'

/** The people an account books for, and what a reader sees who is not the patient. */
export async function family(walk: Walk): Promise<void> {
  const { page, product, mailbox, shot, view } = walk
  const person = await becomeMember(page, mailbox)
  await seeWaiting(walk, 'people-loading', '/people')
  await seeTrouble(walk, 'people-trouble', '/people')
  await page.goto('/people')
  await page.getByRole('heading', { name: 'No one yet' }).waitFor()
  await shot('people-none')
  await addChild(walk)
  await shot('people')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').waitFor()
  await view('person-removal')
  await openCart(page, ['Full blood count'])
  await page.getByRole('button', { name: 'Zara Okonkwo', exact: true }).click()
  await shot('cart-for-child')

  const order = await orderAtBench(page, { product, simulator: openSimulator(product) }, person)
  await releaseResults(page, product, order)
  await saveSession(page, await logIn(page, person))
  await page.goto('/orders')
  await page.getByRole('button', { name: 'Everybody' }).waitFor()
  await shot('orders-of-people')
  const path = `/orders/${order}/results`
  const withheld = [{ test: 'HIV 1 and 2 screening', because: 'sensitive' as const }]
  const withheldResults = (results: OwnResults) => ({
    ...results,
    withheld,
    patientEmail: 'mama.ngozi@example.com',
  })
  await altered(page, '**/v0/orders/*/results', withheldResults, async () => {
    await page.goto(path)
    await page.getByRole('heading', { name: /^Only for/ }).waitFor()
    await shot('results-withheld')
  })
  const unproven = {
    status: 403,
    code: 'patient_unproven',
    message: 'First confirm that you are the patient.',
  }
  await refusing(page, '**/v0/orders/*/results', unproven, async () => {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Are you the patient?' }).waitFor()
    await shot('results-proof')
  })
}

async function addChild({ page, view }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name, as on their ID').fill('Zara Okonkwo')
  await dialog.getByLabel('Day', { exact: true }).fill('4')
  await dialog.getByLabel('Month', { exact: true }).fill('3')
  await dialog.getByLabel('Year', { exact: true }).fill('2019')
  await dialog.getByRole('radio', { name: 'Female' }).check()
  await view('person-dialog')
  await dialog.getByLabel('Who are they to you?').selectOption('My child')
  await dialog.getByLabel(/parent or guardian/).check()
  await pause(page)
  await dialog.getByRole('button', { name: 'Add this person' }).click()
  await page.getByRole('heading', { name: 'Zara Okonkwo' }).waitFor()
}
