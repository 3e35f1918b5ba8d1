import type { Page } from '@playwright/test'
import { expectFooter } from './footer.ts'
import { expectGoodLook } from './look.ts'
import { type Listed, managerPages, publicPages, signedInPages } from './pages.ts'
import { expectReach } from './reach.ts'
import { scientist, workAs } from './results.ts'
import { resume } from './session.ts'
import { expect, test } from './site.ts'

/** The page has loaded everything. */
async function open(page: Page, { path, busy }: Listed): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator('main h1, [role=dialog] h2').first()).toBeVisible()
  if (!busy) await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await bringToLife(page)
}

/** Scrolls down to the end and back, so that lazy parts load. */
async function bringToLife(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.locator('[aria-roledescription=carousel] [tabindex]')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
}

for (const listed of publicPages) {
  test(`a visitor can use the ${listed.name}`, async ({ page, watch }) => {
    if (listed.answers) watch.allow(listed.answers.status, listed.answers.path)
    await open(page, listed)
    await expectFooter(page, listed.path)
    await expectGoodLook(page, listed.name)
    await expectReach(page, listed.name)
  })
}

for (const listed of signedInPages) {
  test(`a signed-in user can use the ${listed.name}`, async ({ page, context, session, watch }) => {
    if (listed.answers) watch.allow(listed.answers.status, listed.answers.path)
    await resume(context, session)
    await open(page, listed)
    await expect(page).toHaveURL(new RegExp(`^[^?]*${listed.path}(\\?.*)?$`))
    await expectFooter(page, listed.path)
    await expectGoodLook(page, listed.name)
    await expectReach(page, listed.name)
  })

  if (listed.isForOthers) continue

  test(`without a network the ${listed.name} shows a message and recovers`, async ({
    page,
    context,
    session,
    watch,
  }) => {
    watch.allowLostNetwork()
    await resume(context, session)
    await page.route('**/v0/**', (route) => route.abort('internetdisconnected'))
    await page.goto(listed.path)
    const again = page.getByRole('button', { name: 'Try again' }).first()
    await expect(again).toBeVisible()
    await expect(page.locator('main h1').first()).toBeVisible()
    await page.unroute('**/v0/**')
    await again.click()
    await expect(again).toHaveCount(0)
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('You are offline.')).toHaveCount(0)
  })
}

for (const path of ['/settings/nowhere', '/portal/lab/nowhere', '/auth/nowhere/user']) {
  test(`${path} is an unknown address, although its parent is known`, async ({
    page,
    context,
    session,
    watch,
  }) => {
    watch.allow(404, path)
    for (const signIn of [undefined, resume]) {
      await signIn?.(context, session)
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { name: 'We could not find that page' })).toBeVisible()
      await expect(page).toHaveURL(path)
      await page.getByRole('link', { name: 'Track an order' }).click()
      await expect(page).toHaveURL('/track')
    }
  })
}

test('the menu takes the focus, keeps it, and returns it', async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await menu.click()
  await expectFocusReturns(page, 'Menu')
  await expect(menu).toBeFocused()
})

test('a dialog takes the focus, keeps it, and returns it', async ({ page }) => {
  await page.goto('/dev/design')
  for (const name of ['Open a dialog', 'Open a wide dialog', 'Open the drawer']) {
    const opener = page.getByRole('button', { name })
    await opener.click()
    await expectFocusReturns(page)
    await expect(opener).toBeFocused()
  }
})

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
  test('the compact density has small text and rows of 40 pixels', async ({ page }) => {
    await page.goto('/dev/design?density=compact')
    const button = page.getByRole('button', { name: 'Send Link' })
    await expect(button).toHaveCSS('min-height', '40px')
    await expect(page.getByText('Your sample reached the lab at 9:40 am.').first()).toHaveCSS(
      'font-size',
      '14px',
    )
    await expectGoodLook(page, 'components at a desk, compact')
    await page.getByRole('radio', { name: 'Roomy' }).check()
    await expect(button).toHaveCSS('min-height', '52px')
  })
})

/** Presses Tab a dozen times within the open dialog and closes it by Escape. */
async function expectFocusReturns(page: Page, name?: string): Promise<void> {
  const dialog = page.getByRole('dialog', name ? { name } : {})
  await expect(dialog).toBeVisible()
  for (let tap = 0; tap < 12; tap += 1) {
    await page.keyboard.press('Tab')
    const behind = await page.evaluate(() =>
      document.getElementById('root')?.contains(document.activeElement),
    )
    expect(behind, 'the focus is behind the dialog').toBe(false)
  }
  await dialog.getByRole('button').first().focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

for (const listed of managerPages) {
  test(`a lab manager can use the ${listed.name}`, async ({ page, product }) => {
    await workAs(page, product, scientist)
    await open(page, listed)
    // Other journeys work at this lab: its lists stay as they are while the keys walk through them.
    await page.route('**/v0/lab/**', () => new Promise(() => undefined))
    await expectGoodLook(page, listed.name)
    await expectReach(page, listed.name)
  })
}
