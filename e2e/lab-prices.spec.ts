import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { pause, signIn } from './people.ts'
import { expect, test } from './site.ts'
import { manage, onePriceList, openMenu } from './staff-menu.ts'

/** A member of the desk, who manages nothing. */
const verifier = 'verifier@demo.labalaba.example'
/** A test that no other journey books, because a changed price stops a cart. */
const name = 'Haptoglobin'
const code = 'haptoglobin'

async function toPrices(page: Page, password: string): Promise<void> {
  await manage(page, password, 'Prices')
  await expect(page.getByRole('heading', { name: 'Prices', exact: true })).toBeVisible()
}

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page) => page.locator(`[data-work="${code}"]`)

/** Finds the test by keyboard and opens it. */
async function openTest(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Prices', exact: true })).toBeFocused()
  await expect(page.getByText(/^\d+ tests?$/)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Find a test')).toBeFocused()
  await page.keyboard.type(name.toLowerCase())
  await expect(page.getByText('1 test', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(row(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name })).toBeVisible()
}

async function chooseFile(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'From a file' }).click()
  await page.getByLabel('Your file').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
}

test(
  'a manager plans a price, and changes prices from a file and by a percentage',
  onePriceList,
  async ({ page, product }) => {
    test.slow()
    await toPrices(page, product.demoPassword)
    await expectGoodLook(page, 'price list')
    await openTest(page)
    await expectGoodLook(page, 'one price')
    const price = Number(await page.getByLabel('Price in naira').inputValue())
    await page.getByLabel('Price in naira').fill('7')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Give whole naira from 100 to 10,000,000, such as 7500.')).toBeVisible()
    await page.getByLabel('Price in naira').fill(String(price + 500))
    // Not tomorrow: it may be midnight in Lagos before the change is cancelled.
    await page.getByLabel('When it starts').selectOption({ index: 2 })
    await pause(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
    const shown = (naira: number) => `₦${naira.toLocaleString('en-NG')}`
    await expect(row(page)).toContainText(shown(price))
    await expect(row(page)).toContainText(`From`)
    await expectGoodLook(page, 'price list with a plan')
    await page
      .getByRole('link', { name: /One test/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: /^Planned for/ })).toBeVisible()
    await expectGoodLook(page, 'planned change')
    await page.getByRole('button', { name: 'Cancel this change' }).click()
    await expect(page.getByText('This change was cancelled')).toBeVisible()

    await page.getByRole('link', { name: 'Prices', exact: true }).click()
    await chooseFile(page, `test_code,price_ngn\n${code},${price + 100}\nfbs,three thousand\n`)
    await expect(dialog(page).getByText('1 problem in this file. Nothing was changed.')).toBeVisible()
    await expect(dialog(page).getByRole('row', { name: /^3 price_ngn is "three thousand"/ })).toBeVisible()
    await expectGoodLook(page, 'a file with a problem')
    const saved = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Download your list' }).click()
    expect((await saved).suggestedFilename()).toMatch(/-prices-\d{4}-\d{2}-\d{2}\.csv$/)
    await page.getByRole('button', { name: 'Close' }).click()
    await chooseFile(page, `test_code;price_ngn\r\n${code};${price + 100}\r\n`)
    await expect(page.getByRole('heading', { name: 'Nothing has changed yet' })).toBeVisible()
    await expect(page.getByRole('row', { name })).toContainText(shown(price + 100))
    await expectGoodLook(page, 'change from a file')
    await page.getByRole('button', { name: 'Change 1 test' }).click()
    await expect(page.getByText('These are your prices')).toBeVisible()
    await expectGoodLook(page, 'change that was made')

    await page.getByRole('link', { name: 'Prices', exact: true }).click()
    await page.getByRole('button', { name: 'By a percentage' }).click()
    await page.getByLabel('Per cent').fill('ten')
    await page.getByRole('button', { name: 'See the new prices' }).click()
    await expect(page.getByText(/Give a percentage from −50/)).toBeVisible()
    await page.getByLabel('Per cent').fill('10')
    await expectGoodLook(page, 'percentage')
    await pause(page)
    await page.getByRole('button', { name: 'See the new prices' }).click()
    await expect(page.getByRole('heading', { name: '+10% on every price' })).toBeVisible()
    await expectGoodLook(page, 'change by a percentage')

    // Restored for other journeys.
    await page.getByRole('link', { name: 'Prices', exact: true }).click()
    await openTest(page)
    await page.getByLabel('Price in naira').fill(String(price))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page)).toContainText(shown(price))
  },
)

test(
  'a manager’s unsaved price survives Escape and a colleague who saves first',
  onePriceList,
  async ({ page, product, watch }) => {
    await toPrices(page, product.demoPassword)
    await openTest(page)
    const field = page.getByLabel('Price in naira')
    const price = Number(await field.inputValue())
    await field.fill(String(price + 700))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alert').getByText('What you typed is not saved.')).toBeVisible()
    await expectGoodLook(page, 'one price, left unsaved')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(field).toHaveValue(String(price + 700))

    const other = await page.context().newPage()
    await toPrices(other, product.demoPassword)
    await openTest(other)
    await other.getByLabel('Price in naira').fill(String(price + 300))
    await pause(other)
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(dialog(other)).toBeHidden()
    await other.close()

    watch.allow(409, `/v0/lab/prices/tests/${code}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(
      dialog(page).getByText('This test was changed in the meantime, so your change is not saved yet'),
    ).toBeVisible()
    await expect(dialog(page).getByText(/^Price: ₦[\d,]+ when you opened it, ₦[\d,]+ now$/)).toBeVisible()
    await expect(field).toHaveValue(String(price + 700))
    await expectGoodLook(page, 'one price, changed meanwhile')
    await field.fill(String(price))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
  },
)

test('a member who does not manage the lab finds no prices', async ({ page, product, watch }) => {
  await page.goto('/auth/login')
  await signIn(page, { email: verifier, password: product.demoPassword })
  await expect(page).toHaveURL(/\/portal\/lab$/)
  await expect(page.getByRole('heading', { name: 'Worklist' })).toBeVisible()
  const menu = await openMenu(page)
  await expect(menu.getByRole('link', { name: 'Worklist' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Prices', exact: true })).toBeHidden()
  watch.allow(404, '/v0/lab/prices')
  await page.goto('/portal/lab/prices')
  await expect(page.getByRole('heading', { name: 'We could not find that page' })).toBeVisible()
})
