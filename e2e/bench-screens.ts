import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, scientist, verifier } from './results.ts'
import { openSimulator } from './simulator.ts'
import type { Walk } from './walk.ts'

/** What the lab types of a culture and of a histology, and the call about a critical result. */
export async function bench(walk: Walk): Promise<void> {
  const { page, product, mailbox, turn, shot, view } = walk
  const password = product.demoPassword
  const person = await becomeMember(page, mailbox)
  const at = { product, simulator: openSimulator(product) }
  const atBench = async (test: string) => {
    // A patient of this walk alone: the lab sees the open calls of all.
    const name = `Ngozi Ezenwa-${'ABC'.charAt(turn)}`
    return `/portal/lab/orders/${await orderAtBench(page, at, person, test, person.email, { name })}/results`
  }
  const culture = await atBench('Urine culture')
  const histology = await atBench('Histology, small specimen')
  const electrolytes = await atBench('Serum electrolytes')

  await saveSession(page, await logIn(page, { email: scientist, password }))
  await page.goto(culture)
  await page.getByLabel(/^Culture/).selectOption('Growth')
  const organisms = page.getByRole('group', { name: 'Organisms and susceptibility' })
  await organisms.getByLabel('Organism', { exact: true }).fill('Escherichia coli')
  await organisms.getByLabel('How much grew').fill('>100,000 CFU/mL')
  await organisms.getByRole('button', { name: 'Add agents: Gram-negative' }).click()
  await organisms.getByLabel('Result of Ciprofloxacin').selectOption('R')
  await organisms.getByLabel('MIC or zone of Ciprofloxacin').fill('14')
  await organisms.getByLabel('Breakpoints', { exact: true }).selectOption('EUCAST')
  await organisms.getByLabel('Their year').fill('2026')
  await shot('bench-culture')

  await page.goto(histology)
  const paragraph = 'Sections show colonic mucosa with regular crypts and no dysplasia. '.repeat(6).trim()
  await page.getByLabel(/^Microscopic description/).fill(`${paragraph}\n\n${paragraph}`)
  await page.getByLabel(/^Diagnosis/).fill('Colonic mucosa within normal limits.')
  await shot('bench-histology')

  await page.goto(electrolytes)
  const values = { Sodium: '140', Potassium: '7.1', Chloride: '100', Bicarbonate: '25' }
  for (const [name, value] of Object.entries(values))
    await page.getByLabel(new RegExp(`^${name}`)).fill(value)
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/values') && reply.ok())
  await page.getByRole('button', { name: 'Save the values' }).click()
  await saved
  await saveSession(page, await logIn(page, { email: verifier, password }))
  await page.goto(electrolytes)
  await page.getByRole('button', { name: /^Verify (?!as)/ }).click()
  const call = page.getByRole('region', { name: 'Call about Serum electrolytes' })
  await call.waitFor()
  await shot('critical-call')
  await call.getByRole('button', { name: /^Log a call/ }).click()
  await page.getByRole('dialog').waitFor()
  await view('critical-call-dialog')
}
