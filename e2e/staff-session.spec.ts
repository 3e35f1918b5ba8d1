import type { Page } from '@playwright/test'
import { becomeMember, signIn } from './people.ts'
import { orderAtBench, scientist, workAs } from './results.ts'
import { expect, test } from './site.ts'

const refusal = { status: 401, message: 'Expired token', error: 'Expired token', data: null }

/** The server has ended the session: every request is refused until the user has signed in again. */
async function endSession(page: Page, then: () => Promise<void>, email: string, password: string) {
  const path = new URL(page.url()).pathname
  const calls = (url: URL) => url.pathname.startsWith('/v0/') && url.pathname !== '/v0/'
  await page.route(calls, (route) => route.fulfill({ status: 401, json: refusal }))
  await then()
  await expect(page).toHaveURL('/auth/login')
  // Chromium loses a request that is under way when the interception ends, such as that for the code of the page.
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.unroute(calls)
  await signIn(page, { email, password })
  await expect(page).toHaveURL(path)
}

test('a session that ends while values are typed loses none, and they can be saved after signing in again', async ({
  page: ada,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person)
  const bench = await anotherPerson({ answered: { status: 401, path: '/v0/' } })
  const password = product.demoPassword
  await workAs(bench, product, scientist)
  await bench.goto(`/portal/lab/orders/${order}/results`)
  const fields = bench.getByRole('form', { name: 'Values of Full blood count' }).getByRole('textbox')
  const saved = bench.waitForResponse((answer) => answer.url().endsWith('/draft'))
  await fields.nth(0).fill('7.25')
  expect((await saved).status()).toBe(200)
  await expect(bench.getByText('What you type is kept here until you save it.')).toBeVisible()
  await endSession(bench, async () => await fields.nth(1).fill('4.5'), scientist, password)
  await expect(fields.nth(0)).toHaveValue('7.25')
  await expect(fields.nth(1)).toHaveValue('4.5')
  await expect(bench.getByText('What you type is kept here until you save it.')).toBeVisible()
  await expect(bench.getByText('You are typing this result elsewhere too')).toBeHidden()
  await bench.reload()
  await expect(fields.nth(1)).toHaveValue('4.5')
})

test('a session that ends during a form of the lab keeps what was typed in it', async ({
  page,
  watch,
  product,
}) => {
  watch.allow(401, '/v0/')
  const password = product.demoPassword
  await workAs(page, product, scientist)
  await page.goto('/portal/lab/prices')
  // A test whose price no other journey changes or pauses.
  const row = page.locator('[data-work="phosphate"]')
  const open = async () => {
    await page.getByLabel('Find a test').fill('Phosphate')
    await row.click()
  }
  await open()
  const price = page.getByRole('dialog').locator('#price')
  await price.fill('7350')
  await endSession(
    page,
    async () => await page.getByRole('button', { name: 'Save' }).click(),
    scientist,
    password,
  )
  await open()
  await expect(price).toHaveValue('7350')
  // Leaving the form deletes what was typed.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click()
  await row.click()
  await expect(price).not.toHaveValue('7350')
  await page.keyboard.press('Escape')

  await page.goto('/portal/lab/pause')
  await page.getByLabel('Why', { exact: true }).fill('The generator is down')
  await endSession(
    page,
    async () => {
      await page.evaluate(() => sessionStorage.setItem('_tr_js_exp', '1'))
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    },
    scientist,
    password,
  )
  await expect(page.getByLabel('Why', { exact: true })).toHaveValue('The generator is down')
})
