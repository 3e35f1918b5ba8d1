import type { Locator, Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

const tests = {
  count: 'Full blood count',
  kidneys: 'Electrolytes, urea and creatinine',
  lipids: 'Lipid profile',
  culture: 'Blood culture',
  histology: 'Histology, small specimen',
} as const

const values = {
  [tests.count]: {
    ...{ 'White blood cells': '14.2', 'Red blood cells': '2.05', Haemoglobin: '4.8', 'Packed cell': '15.1' },
    ...{ Platelets: '98', Neutrophils: '82', Lymphocytes: '11' },
  },
  [tests.kidneys]: {
    ...{ Sodium: '136', Potassium: '7.1', Chloride: '102', Bicarbonate: '20', Urea: '7', Creatinine: '110' },
  },
  // Above 4.5 mmol/L of triglycerides, LDL cholesterol is not calculated.
  [tests.lipids]: { 'Total cholesterol': '4.6', Triglycerides: '5', 'HDL cholesterol': '1.4' },
  [tests.histology]: {
    'Macroscopic description': 'Four cores of firm, pale tissue, the longest 16 mm.\n\nAll embedded.',
    'Microscopic description': `${'Nests of carcinoma in a desmoplastic stroma. '.repeat(8).trim()}\n\nNo vessel is invaded.`,
    Diagnosis: 'Left breast, core biopsy:\n\nInvasive carcinoma of no special type, grade 3.',
  },
} as const

const formOf = (page: Page, name: string) => page.getByRole('form', { name: `Values of ${name}` })
const cardOf = (page: Page, name: string) =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })

async function saveForm(page: Page, form: Locator): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/values') && reply.ok())
  await form.getByRole('button', { name: 'Save the values' }).click()
  await saved
}

async function enter(page: Page, name: keyof typeof values): Promise<void> {
  const form = formOf(page, name)
  for (const [line, value] of Object.entries(values[name]))
    await form
      .getByLabel(new RegExp(`^${line}`))
      .first()
      .fill(value)
  await saveForm(page, form)
}

/** Verifies the report of a test and waits for what may be done next. */
async function verify(page: Page, name: string, how = 'Verify'): Promise<void> {
  await page.getByRole('button', { name: `${how} ${name}`, exact: true }).click()
  await expect(page.getByRole('button', { name: `Release ${name}`, exact: true })).toBeVisible()
}

async function release(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Release ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Release ${name}?` })
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Logs a call about a report that reached the patient, who read the values back. */
async function callPatient(page: Page, name: string): Promise<void> {
  const panel = page.getByRole('region', { name: `Call about ${name}` })
  await panel.getByRole('button', { name: /^Log a call/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /\(patient\)/ }).check()
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog
    .getByRole('group', { name: /read it back/ })
    .getByRole('radio', { name: 'Yes' })
    .check()
  await dialog.getByRole('button', { name: 'Log this call' }).click()
  await expect(panel).toContainText('read back')
}

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
])
  test(`at ${width} pixels, two people enter, verify, call about and release five reports`, async ({
    page: ada,
    product,
    simulator,
    mailbox,
    anotherPerson,
  }) => {
    test.slow()
    const person = await becomeMember(ada, mailbox)
    const order = await orderAtBench(
      ...([ada, { product, simulator }, person, Object.values(tests), person.email] as const),
    )
    const results = `/portal/lab/orders/${order}/results`
    const [bench, office] = [await anotherPerson(), await anotherPerson()]
    for (const page of [bench, office]) await page.setViewportSize({ width, height })
    await workAs(bench, product, scientist)
    await workAs(office, product, verifier)

    await bench.goto(results)
    const links = bench.getByRole('navigation', { name: 'Reports of this order' })
    await expect(links.getByRole('link')).toHaveCount(5)
    await links.getByRole('link', { name: tests.culture }).click()
    await expect(cardOf(bench, tests.culture).getByRole('heading', { level: 2 })).toBeFocused()
    await expect(cardOf(bench, tests.culture).getByRole('heading', { level: 2 })).toBeInViewport()

    await enter(bench, tests.count)
    const saved = cardOf(bench, tests.count).getByText(/^2 critical values: Haemoglobin 4.8 g\/dL, Packed/)
    await expect(saved).toBeInViewport()
    await expect(cardOf(bench, tests.count)).toContainText('Ask a colleague to verify it now.')
    await expect(cardOf(bench, tests.count)).toContainText('Calculated if empty')
    await enter(bench, tests.kidneys)
    await enter(bench, tests.lipids)
    await enter(bench, tests.histology)
    await formOf(bench, tests.culture)
      .getByLabel(/^Culture/)
      .selectOption('Growth')
    await formOf(bench, tests.culture)
      .getByLabel(/^Gram stain/)
      .fill('Gram-positive cocci in clusters.')
    await saveForm(bench, formOf(bench, tests.culture))
    await expect(links).toContainText('To be verified')
    await expect(links).not.toContainText('To be entered')
    await expectGoodLook(bench, `five reports entered at ${width}`)

    await test.step('a verifier finds the order among those in the lab', async () => {
      await office.goto('/portal/lab')
      await expect(office.getByRole('button', { name: /^In the lab/ })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      const row = office.getByRole('link').filter({ hasText: order })
      await expect(row).toContainText('Critical value: not verified yet')
      await row.click()
      await office.getByRole('link', { name: /^Results/ }).click()
    })
    await test.step('the lines keep the order of the report, and a verification leads to its call', async () => {
      const rows = cardOf(office, tests.count).getByRole('rowheader')
      await expect(rows.first()).toHaveText(/^White blood cells/)
      await verify(office, tests.count)
      const panel = office.getByRole('region', { name: `Call about ${tests.count}` })
      await expect(panel).toBeFocused()
      await expect(panel).toBeInViewport()
    })
    await callPatient(office, tests.count)
    await verify(office, tests.kidneys)
    await callPatient(office, tests.kidneys)
    await verify(office, tests.lipids)
    await verify(office, tests.histology)
    await verify(office, tests.culture, 'Verify as preliminary')
    await callPatient(office, tests.culture)
    for (const name of Object.values(tests)) await release(office, name)
    const culture = cardOf(office, tests.culture)
    await expect(culture).toContainText('Preliminary: to be completed')
    await expect(culture).not.toContainText('Call the doctor or the patient within 30 minutes.')
    await expectGoodLook(office, `five reports released at ${width}`)

    await test.step('the final culture needs no other call about the same growth', async () => {
      await bench.reload()
      const form = formOf(bench, tests.culture)
      const organisms = form.getByRole('group', { name: 'Organisms and susceptibility' })
      await organisms.getByLabel('Organism', { exact: true }).fill('Staphylococcus aureus')
      await organisms.getByLabel('How much grew').fill('2 of 2 bottles')
      await organisms.getByRole('button', { name: 'Add agents: Gram-positive' }).click()
      await organisms.getByLabel('Result of Cefoxitin').selectOption('S')
      await organisms.getByLabel('MIC or zone of Cefoxitin').fill('26')
      await organisms.getByLabel('Result of Gentamicin').selectOption('R')
      await organisms.getByLabel('MIC or zone of Gentamicin').fill('14')
      await organisms.getByLabel('Breakpoints', { exact: true }).selectOption('EUCAST')
      await organisms.getByLabel('Their year').fill('2026')
      await saveForm(bench, form)
      await office.reload()
      await verify(office, tests.culture)
      const panel = office.getByRole('region', { name: `Call about ${tests.culture}` })
      await expect(panel.getByRole('button', { name: /^Log a call/ })).toHaveCount(0)
      await release(office, tests.culture)
      await expectToast(office, 'The result is released')
    })

    await saveSession(ada, await logIn(ada, person))
    await ada.goto(`/orders/${order}/results`)
    await expect(ada.getByText('Call the lab now', { exact: true })).toBeVisible()
    await expect(ada.getByRole('table', { name: 'Susceptibility of Staphylococcus aureus' })).toBeVisible()
    await expect(ada.getByRole('row', { name: /^LDL cholesterol/ })).toContainText('Not calculated')
    await expect(ada.getByText('Show this result soon to the doctor who asked for it')).toBeVisible()
    await test.step('no mark is cut off by its card', async () => {
      for (const at of [360, 768, 1280]) {
        await ada.setViewportSize({ width: at, height: 800 })
        const past = await ada.getByRole('table').evaluateAll((tables) =>
          tables.map((table) => {
            const within = table.parentElement?.getBoundingClientRect().right ?? 0
            return Math.round(table.getBoundingClientRect().right - within)
          }),
        )
        expect(Math.max(...past), `pixels of a table past its card at ${at}`).toBeLessThanOrEqual(0)
      }
    })
    await expectGoodLook(ada, 'five own results')
  })
