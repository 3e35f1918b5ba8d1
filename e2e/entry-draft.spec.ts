import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

const draftSaved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/draft') && answer.request().method() === 'PUT')

test('a result draft survives a reload, opens on another computer, and is never overwritten without asking', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person)
  const results = `/portal/lab/orders/${order}/results`
  const password = product.demoPassword
  const session = await logIn(ada, { email: scientist, password })

  const bench = await anotherPerson({ answered: { status: 409, path: '/v0/lab/reports/' } })
  await saveSession(bench, session)
  await bench.goto(results)
  const first = (page: Page) =>
    page.getByRole('form', { name: 'Values of Full blood count' }).getByRole('textbox').first()
  const saved = draftSaved(bench)
  await first(bench).fill('7.25')
  expect((await saved).status()).toBe(200)
  await expect(bench.getByText('What you type is kept here until you save it.')).toBeVisible()
  const stored = await bench.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('7.25')

  await bench.reload()
  await expect(first(bench)).toHaveValue('7.25')
  await expect(bench.getByText('Typed, and not saved yet')).toBeVisible()
  await expectGoodLook(bench, 'values that were typed and not saved')

  const office = await anotherPerson()
  await workAs(office, product, verifier)
  await office.goto(results)
  await expect(office.getByText(/typed values at .* that are not saved yet/)).toBeVisible()
  await expect(office.getByText('7.25')).toBeHidden()

  const other = await anotherPerson()
  await saveSession(other, session)
  await other.goto(results)
  await expect(first(other)).toHaveValue('7.25')
  const theirs = draftSaved(other)
  await first(other).fill('8')
  expect((await theirs).status()).toBe(200)

  await first(bench).fill('7.5')
  await expect(bench.getByText('You are typing this result elsewhere too')).toBeVisible()
  await expect(first(bench)).toHaveValue('7.5')
  await expectGoodLook(bench, 'a result that is typed elsewhere too')
  await bench.getByRole('button', { name: 'Use what you typed there' }).click()
  await expect(first(bench)).toHaveValue('8')

  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await bench.reload()
  await expect(first(bench)).toHaveValue('8')
  await expect(bench.getByText('Typed, and not saved yet')).toBeHidden()
})

test('a histology keeps its paragraphs in the draft, in the values and for the patient', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Histology, small specimen')
  const results = `/portal/lab/orders/${order}/results`
  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(results)
  const microscopy = bench.getByLabel('Microscopic description')
  const paragraphs = ['The crypts are regular.', 'There is no dysplasia.', 'No organism is seen.']
  const saved = draftSaved(bench)
  await microscopy.focus()
  for (const [at, words] of paragraphs.entries()) {
    if (at > 0) for (const key of ['Enter', 'Enter']) await bench.keyboard.press(key)
    await bench.keyboard.insertText(words)
  }
  expect((await saved).status()).toBe(200)
  const whole = paragraphs.join('\n\n')
  await bench.reload()
  await expect(microscopy).toHaveValue(whole)

  const long = 'The mucosa is pale. '.repeat(990)
  await bench.getByLabel('Macroscopic description').fill(long)
  await expect(bench.getByText('200 characters left')).toBeVisible()
  await bench.getByLabel('Diagnosis').fill('Normal mucosa')
  await expectGoodLook(bench, 'a histology being entered')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')

  const office = await anotherPerson()
  await workAs(office, product, verifier)
  await office.goto(results)
  await expect(office.getByText(whole)).toBeVisible()
  await expectGoodLook(office, 'a histology being verified')
  await office.getByRole('button', { name: /^Verify (?!as)/ }).click()
  await office.getByRole('button', { name: /^Release/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')

  await ada.goto(`/orders/${order}/results`)
  const read = ada.getByRole('row').filter({ hasText: 'Microscopic description' }).getByRole('cell').first()
  await expect(read).toHaveJSProperty('innerText', whole)
  await expectGoodLook(ada, 'own results of a histology')
})

test('saving the values waits for the draft that is being sent, and sends no other', async ({
  page: ada,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Fasting blood sugar')
  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(`/portal/lab/orders/${order}/results`)
  const steps: string[] = []
  const sends = /\/v0\/lab\/reports\/.*\/(draft|values)$/
  const note = (url: string, outcome: string | number) => {
    const [, what] = url.match(sends) ?? []
    if (what) steps.push(`${what} ${outcome}`)
  }
  bench.on('request', (request) => note(request.url(), 'asked'))
  bench.on('response', (answer) => note(answer.url(), answer.status()))
  // Both take longer than the pause after which a draft is saved.
  await bench.route(sends, async (route) => {
    await bench.waitForTimeout(1200)
    await route.continue()
  })
  const line = bench.getByRole('textbox').first()
  const sent = bench.waitForRequest((request) => request.url().endsWith('/draft'))
  await line.fill('5.1')
  await sent
  await line.fill('5.2')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await bench.reload()
  await expect(line).toHaveValue('5.2')
  expect(steps).toEqual(['draft asked', 'draft 200', 'values asked', 'values 200'])
})

test('a value typed before its unit changed is not saved in the new unit, and stays until it is noted', async ({
  page: ada,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Fasting blood sugar')
  const bench = await anotherPerson({ answered: { status: 409, path: '/values' } })
  await workAs(bench, product, scientist)
  await bench.goto(`/portal/lab/orders/${order}/results`)
  const line = bench.getByRole('textbox').first()
  const saved = bench.waitForResponse((reply) => reply.url().endsWith('/draft') && reply.ok())
  await line.fill('5.1')
  await saved
  // An import gives the test another unit meanwhile: this is the server’s answer then.
  await bench.route('**/v0/lab/orders/*/results', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    for (const report of body.data.reports) {
      report.linesVersion = 'ffffffffffffffff'
      report.analytes[0].unit = 'mg/dL'
      if (report.draft) report.draft.onOtherLines = true
    }
    await route.fulfill({ response: reply, json: body })
  })
  await bench.route('**/values', (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'Changed.', code: 'lines_changed' } }),
  )
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expect(bench.getByText('The lines of this test were changed')).toBeVisible()
  await expect(bench.getByText('5.1 mmol/L')).toBeVisible()
  await expect(line).toHaveValue('5.1')
  await expectGoodLook(bench, 'a result typed before its unit changed')
  await bench.getByRole('button', { name: 'I have noted it' }).click()
  await expect(bench.getByText('mg/dL').first()).toBeVisible()
  await expect(line).toHaveValue('')
  await expect(bench.getByText('5.1 mmol/L')).toBeVisible()
})
