import type { Locator, Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, pause, saveSession, signIn } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { whileCallsAreOlder } from './time-travel.ts'
import { expectToast } from './toast.ts'

const electrolytes = { Sodium: '140', Potassium: '7.1', Chloride: '100', Bicarbonate: '25' }

/** A patient without an open call in any other journey. */
function patient(): string {
  const letters = crypto.randomUUID().replace(/[^a-f]/g, '')
  return `Ngozi Ezenwa-${letters.slice(0, 1).toUpperCase()}${letters.slice(1, 8)}`
}

const panel = (page: Page) => page.getByRole('region', { name: 'Call about Serum electrolytes' })
const openDialog = async (page: Page): Promise<Locator> => {
  await panel(page)
    .getByRole('button', { name: /^Log a call/ })
    .click()
  return page.getByRole('dialog')
}

/** Types the values as a scientist does, and saves them. */
async function enterValues(page: Page, values = electrolytes): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.getByLabel(new RegExp(`^${name}`)).fill(value)
  await page.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(page, 'The values are saved')
}

test('a critical value is released at once, and its call stays red on the lab’s screens until it has reached someone', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const name = patient()
  const order = await orderAtBench(
    ...([ada, { product, simulator }, person, 'Serum electrolytes', person.email, { name }] as const),
  )
  const results = `/portal/lab/orders/${order}/results`
  const password = product.demoPassword
  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(results)
  await enterValues(bench)
  await expect(panel(bench)).toHaveCount(0)

  const office = await anotherPerson({ losesNetwork: true })
  const session = await logIn(office, { email: verifier, password })
  await saveSession(office, session)
  await office.goto(results)
  await expect(office.getByText('Call the doctor or the patient within 30 minutes.')).toBeVisible()
  await office.getByRole('button', { name: /^Verify (?!as)/ }).click()
  await expect(panel(office)).toContainText('Critical result: call within 30 minutes')
  await expect(panel(office)).toContainText(/(30|29) minutes left/)
  await expect(office.getByText('Do not wait for other results.')).toHaveCount(0)
  await expect(panel(office).getByRole('link', { name: /0809 876 5432/ })).toHaveAttribute(
    'href',
    'tel:+2348098765432',
  )
  await expectGoodLook(office, 'an open critical call')
  await office.getByRole('button', { name: /^Release/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')
  await expect(panel(office)).toContainText('minutes left')

  await office.goto('/portal/lab')
  const row = office.getByRole('link').filter({ hasText: name })
  await expect(row).toContainText('Serum electrolytes')
  await expect(row).toContainText('No call logged yet')
  await expectGoodLook(office, 'the worklist with an open critical call')
  await test.step('a list of calls that cannot be loaded shows a message, above the older list', async () => {
    const failure = office.getByText('We could not check for new critical results that need a call.')
    await office.route('**/v0/lab/calls', (route) => route.abort('internetdisconnected'))
    await expect(failure).toBeVisible({ timeout: 40_000 })
    await expect(row).toBeVisible()
    await expectGoodLook(office, 'the worklist with open calls that could not be loaded again')
    await office.unroute('**/v0/lab/calls')
    await office.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toHaveCount(0)
    await expect(row).toBeVisible()
  })
  await row.click()
  await expect(panel(office)).toBeInViewport()

  await test.step('an attempt that reaches no one is logged once, and the call stays', async () => {
    const dialog = await openDialog(office)
    await expect(dialog).toContainText('Potassium: 7.1 mmol/L')
    await dialog.getByRole('button', { name: 'Log this call' }).click()
    await expect(dialog.getByText('Choose whom you called.')).toBeVisible()
    await expect(dialog.getByText('Choose whether you reached them.')).toBeVisible()
    await expectGoodLook(office, 'a call with missing answers')
    await dialog.getByRole('radio', { name: new RegExp(name) }).check()
    await expect(dialog.getByLabel('Name of the person you called')).toHaveValue(name)
    await expect(dialog.getByLabel('Number you called')).toHaveValue('0809 876 5432')
    await dialog.getByRole('radio', { name: 'No', exact: true }).check()
    await expect(dialog.getByText('End this call')).toHaveCount(0)
    await dialog.getByLabel(/^Note/).fill('It rang twice.')
    await pause(office)
    await dialog.getByRole('button', { name: 'Log this call' }).dblclick()
    await expectToast(office, 'The call is logged')
    await expect(panel(office).getByText(/^1 call logged/)).toBeVisible()
    await expect(panel(office)).toContainText('minutes left')
  })

  await office.reload()
  await panel(office)
    .getByText(/^1 call logged/)
    .click()
  await expect(panel(office)).toContainText('No one was reached. Note: It rang twice.')

  const other = await anotherPerson({ answered: { status: 409, path: '/v0/lab/reports/' } })
  await saveSession(other, session)
  await other.goto(results)
  const late = await openDialog(other)
  await late.getByRole('radio', { name: 'Someone else' }).check()
  await late.getByLabel('Name of the person you called').fill('Chidi Okafor')
  await late.getByLabel('Number you called').fill('08051234567')
  await late.getByRole('radio', { name: 'No', exact: true }).check()
  await late.getByLabel(/^Note/).fill('Her brother.')

  await test.step('a call whose answer is lost is sent again, and logged once', async () => {
    // The list of open calls may show first that the call is logged.
    await office.route('**/v0/lab/calls', (route) => route.abort('internetdisconnected'))
    let isLost = false
    await office.route('**/v0/lab/reports/*/calls', async (route) => {
      if (isLost) return await route.continue()
      isLost = true
      await route.fetch()
      await route.abort('internetdisconnected')
    })
    const dialog = await openDialog(office)
    await dialog.getByRole('radio', { name: new RegExp(name) }).check()
    await dialog.getByRole('radio', { name: 'Yes' }).check()
    await expect(
      dialog.getByText('Ask them to repeat the test, the value and the patient’s name.'),
    ).toBeVisible()
    await dialog
      .getByRole('group', { name: /read it back/ })
      .getByRole('radio', { name: 'Yes' })
      .check()
    await dialog.getByLabel(/^Note/).fill('She goes to the hospital.')
    await expectGoodLook(office, 'a call that reached the patient')
    await dialog.getByRole('button', { name: 'Log this call' }).click()
    await expect(dialog.getByText('What you wrote is still here.')).toBeVisible()
    await expect(dialog.getByLabel(/^Note/)).toHaveValue('She goes to the hospital.')
    await pause(office)
    await office.unroute('**/v0/lab/calls')
    await dialog.getByRole('button', { name: 'Log this call' }).click()
    await expect(panel(office)).toContainText(/Called Ngozi .* \(patient\) at .* by Ibrahim, read back/)
    await expect(panel(office).getByText(/^2 calls logged/)).toBeVisible()
    await expect(panel(office).getByRole('button')).toHaveCount(0)
    await expectGoodLook(office, 'a critical call that reached the patient')
  })

  await test.step('a colleague who comes later sees that the call is already logged', async () => {
    // The list of open calls may have shown it already.
    const send = late.getByRole('button', { name: 'Log this call' })
    await send.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(other.getByRole('dialog', { name: 'Someone else has logged it' })).toBeVisible()
    await expect(other.getByRole('dialog')).toContainText('Her brother.')
    await other.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(panel(other)).toContainText('read back')
  })

  await office.goto('/portal/lab')
  await expect(office.getByText(/^\d+ orders?$/)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('an unsaved call survives the end of the session, and a third attempt can end the call', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const name = patient()
  const order = await orderAtBench(
    ...([ada, { product, simulator }, person, 'Serum electrolytes', person.email, { name }] as const),
  )
  const results = `/portal/lab/orders/${order}/results`
  const password = product.demoPassword
  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(results)
  await enterValues(bench)
  const office = await anotherPerson({ answered: { status: 409, path: '/calls' } })
  await workAs(office, product, verifier)
  await office.goto(results)
  await office.getByRole('button', { name: /^Verify (?!as)/ }).click()

  async function fillFailed(note: string): Promise<Locator> {
    await pause(office)
    const dialog = await openDialog(office)
    await dialog.getByRole('radio', { name: new RegExp(name) }).check()
    await dialog.getByRole('radio', { name: 'No', exact: true }).check()
    await dialog.getByLabel(/^Note/).fill(note)
    return dialog
  }

  const dialog = await fillFailed('It is switched off.')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await pause(office)
  await openDialog(office)
  await expect(dialog.getByLabel(/^Note/)).toHaveValue('It is switched off.')
  await office.evaluate(() => sessionStorage.setItem('_tr_js_exp', '1'))
  await dialog.getByRole('button', { name: 'Log this call' }).click()
  await expect(office).toHaveURL('/auth/login')
  await signIn(office, { email: verifier, password })
  await expect(dialog.getByLabel(/^Note/)).toHaveValue('It is switched off.')
  await expect(dialog.getByRole('radio', { name: new RegExp(name) })).toBeChecked()
  await dialog.getByRole('button', { name: 'Log this call' }).click()
  await expect(panel(office).getByText(/^1 call logged/)).toBeVisible()

  await (await fillFailed('Still off.')).getByRole('button', { name: 'Log this call' }).click()
  await expect(panel(office).getByText(/^2 calls logged/)).toBeVisible()
  await fillFailed('Off again.')
  await dialog.getByLabel(/^End this call/).check()
  await expect(dialog.getByText('We then ask our team to call too.')).toBeVisible()
  await expectGoodLook(office, 'a call that is ended without having reached anyone')
  const end = dialog.getByRole('button', { name: 'Log and end this call' })
  await end.click()
  await expect(dialog.getByText('You can end this ten minutes after the first call.')).toBeVisible()
  await expectGoodLook(office, 'a call that is ended too soon')
  await whileCallsAreOlder(product, order, 10, async () => {
    await end.click()
    await expect(panel(office)).toContainText(/^No one was reached3 calls reached no one\./)
  })
  await expect(panel(office)).toContainText('We have asked our team to call.')
  await expectGoodLook(office, 'a critical call that reached no one')

  await test.step('with a worse value in a new draft, the ended call stays about the earlier value', async () => {
    await office.getByRole('button', { name: 'Send back' }).click()
    await office.getByRole('dialog').getByRole('textbox').fill('The sample is measured again.')
    await office.getByRole('dialog').getByRole('button', { name: 'Send it back' }).click()
    await expect(office.getByRole('dialog')).toHaveCount(0)
    await bench.reload()
    await enterValues(bench, { ...electrolytes, Potassium: '7.9' })
    await office.reload()
    await expect(panel(office)).toContainText(/^Call about the earlier value3 calls reached no one\./)
    await expect(office.getByText('A critical value: Potassium 7.9 mmol/L')).toBeVisible()
    await expect(office.getByText(/a “Log a call” button appears here/)).toBeVisible()
    await expectGoodLook(office, 'a critical value above which a call about an earlier one has ended')
  })
})
