import { becomeMember, logIn, pause, saveSession } from './people.ts'
import { orderAtBench, releaseResults, scientist, verifier } from './results.ts'
import { openSimulator } from './simulator.ts'
import { seeTrouble, seeWaiting, type Walk } from './walk.ts'

/** A result from the lab to the people its patient shows it to. Ends signed in as that patient. */
export async function results(walk: Walk): Promise<void> {
  const { page, product, mailbox, shot, view } = walk
  const person = await becomeMember(page, mailbox)
  const order = await orderAtBench(page, { product, simulator: openSimulator(product) }, person)
  await page.goto(`/orders/${order}`)
  await page.getByText('Now: Lab Processing').waitFor({ state: 'attached' })
  await shot('order-promised')
  await seeBench(walk, order)
  await releaseResults(page, product, order)
  await saveSession(page, await logIn(page, person))
  const path = `/orders/${order}/results`
  await seeWaiting(walk, 'results-loading', path)
  await page.goto(path)
  await page.getByRole('heading', { name: 'Full blood count' }).waitFor()
  await shot('results')
  await page.getByText('What each line is').click()
  await shot('results-lines')
  await page.getByRole('button', { name: 'Share these results' }).click()
  await view('share-dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click()
  const ready = page.getByRole('dialog', { name: 'Your link is ready' })
  const link = await ready.getByLabel('Link', { exact: true }).inputValue()
  const passcode = await ready.getByLabel('Passcode', { exact: true }).inputValue()
  await view('share-made')
  await page.goto(link)
  await page.getByLabel('Passcode', { exact: true }).waitFor()
  await shot('shared-passcode')
  await page.getByLabel('Passcode', { exact: true }).fill(passcode.replace(' ', ''))
  await page.getByRole('button', { name: 'Open the results' }).click()
  await page.getByRole('heading', { name: 'Full blood count' }).waitFor()
  await shot('shared')
  await page.goto('/shared/AAAAAAAAAAAAAAAAAAAAAA')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await pause(page)
  await shot('shared-unknown')
  await page.goto(path)
  await page.getByRole('heading', { name: 'Who has opened the results' }).waitFor()
  await shot('results-opened')
  await page.getByRole('button', { name: 'Show them over time' }).click()
  await page.getByText('Nothing here was measured twice').waitFor()
  await page.goto('/results')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await shot('own-results')
  await page.goto('/verify')
  await shot('verify')
  await page.goto('/settings/notices')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shot('notices')
}

/** The lab’s side, up to the values: an empty worksheet, and what the verifier sees. */
async function seeBench({ page, product, shot }: Walk, order: string): Promise<void> {
  const password = product.demoPassword
  await saveSession(page, await logIn(page, { email: scientist, password }))
  await page.goto(`/portal/lab/orders/${order}`)
  await page.getByRole('heading', { name: 'Samples' }).waitFor()
  await shot('bench-order')
  await page.goto(`/portal/lab/orders/${order}/results`)
  await page.getByRole('form').first().waitFor()
  await shot('bench-values')
  await saveSession(page, await logIn(page, { email: verifier, password }))
}

/** The home pages of lab staff and phlebotomists. */
export async function staff(walk: Walk): Promise<void> {
  const { page, product, shot, view } = walk
  const password = product.demoPassword
  await saveSession(page, await logIn(page, { email: scientist, password }))
  await page.goto('/portal/lab')
  await page.getByText(/^\d+ orders?$/).waitFor()
  await shot('worklist')
  await seeTrouble(walk, 'worklist-trouble', '/portal/lab')
  await page.goto('/portal/lab/prices')
  await page.getByRole('heading', { name: 'Prices', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await view('prices')
  await page.getByRole('button', { name: 'By a percentage' }).click()
  await view('prices-percentage')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'From a file' }).click()
  await view('prices-file')
  for (const path of ['hours', 'visits', 'pause']) {
    await page.goto(`/portal/lab/${path}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await shot(`lab-${path}`)
  }
  for (const path of ['statements', 'figures']) {
    await page.goto(`/portal/lab/${path}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await shot(`lab-${path}`)
  }
  for (const [path, name] of [
    ['/portal/lab/systems', 'systems'],
    ['/portal/lab/handovers', 'handovers'],
    ['/portal/lab/unplaced', 'unplaced'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await shot(name)
  }
  for (const [email, path, name] of [
    ['phlebotomist@demo.labalaba.example', '/portal/phlebotomist', 'round'],
    ['operator@demo.labalaba.example', '/operator/visits', 'operator-visits'],
    ['operator@demo.labalaba.example', '/operator/staff', 'operator-staff'],
  ] as const) {
    await saveSession(page, await logIn(page, { email, password }))
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shot(name)
  }
}
