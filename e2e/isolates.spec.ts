import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, releaseOnScreen, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test('a scientist enters what grew and what it is susceptible to, in fields; the patient reads it as a table', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
  watch,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Urine culture')
  const results = `/portal/lab/orders/${order}/results`
  const [bench, office] = [
    await anotherPerson({ answered: { status: 400, path: '/values' } }),
    await anotherPerson(),
  ]
  await workAs(bench, product, scientist)
  await workAs(office, product, verifier)
  await bench.goto(results)
  const form = bench.getByRole('form', { name: 'Values of Urine culture' })
  await form.getByLabel(/^Pus cells/).fill('20')
  await form.getByLabel(/^Red blood cells/).fill('1')
  await form.getByLabel(/^Culture/).selectOption('Growth')
  const culture = form.getByRole('group', { name: 'Organisms and susceptibility' })
  await culture.getByLabel('Organism', { exact: true }).fill('Escherichia coli')
  await culture.getByLabel('How much grew').fill('>100,000 CFU/mL')
  await culture.getByRole('button', { name: 'Add agents: Gram-negative' }).click()
  await culture.getByLabel('Result of Ciprofloxacin').selectOption('R')
  await culture.getByLabel('MIC or zone of Ciprofloxacin').fill('14')
  await culture.getByLabel('Result of Meropenem').selectOption('S')
  // Ampicillin and amikacin must not look alike, at a tablet and a desk too.
  const phone = bench.viewportSize() ?? { width: 360, height: 740 }
  for (const width of [360, 768, 1024, 1280]) {
    await bench.setViewportSize({ width, height: 800 })
    const agent = await culture.getByLabel('Agent 1 of organism 1').boundingBox()
    expect(agent?.width, `the name of an agent at ${width}`).toBeGreaterThan(150)
  }
  await bench.setViewportSize(phone)
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expect(form).toContainText('say by which breakpoints it was read')
  await expectGoodLook(bench, 'a culture without its breakpoints')
  await culture.getByLabel('Breakpoints', { exact: true }).selectOption('EUCAST')
  await culture.getByLabel('Their year').fill('2026')
  await expect(bench.getByText('What you type is kept here until you save it.')).toBeVisible()
  await bench.reload()
  await expect(culture.getByLabel('Result of Ciprofloxacin')).toHaveValue('R')
  await expect(culture.getByLabel('Their year')).toHaveValue('2026')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  watch.allow(400, '/values')

  await office.goto(results)
  await expect(office.getByRole('table', { name: 'Susceptibility of Escherichia coli' })).toBeVisible()
  await releaseOnScreen(office, 'Urine')

  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}/results`)
  const table = ada.getByRole('table', { name: 'Susceptibility of Escherichia coli' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row').filter({ hasText: 'Ciprofloxacin' })).toContainText('R: Resistant')
  await expect(table.getByRole('row').filter({ hasText: 'Ciprofloxacin' })).toContainText('14 mm')
  await expect(table.getByRole('row').filter({ hasText: 'Meropenem' })).toContainText('S: Susceptible')
  await expect(ada.getByText('Read by the breakpoints of EUCAST 2026.')).toBeVisible()
  await expectGoodLook(ada, 'own culture with susceptibility')
})
