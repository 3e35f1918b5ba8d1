import type { BrowserContext } from '@playwright/test'
import * as booking from './booking.ts'
import { expectFooter } from './footer.ts'
import { resume, type Session } from './session.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

/**
 * What the specification asks for and no other journey covers. The table of docs/specification.md leads here.
 */

/** A patient whose cart is empty, or filled again in every new page. */
async function asPatient(context: BrowserContext, session: Session, cart: 'empty' | 'full' = 'empty') {
  await resume(context, cart === 'full' ? session : { ...session, device: {} })
}

test('a protected page leads a visitor to the sign-in page', async ({ page }) => {
  const paths = ['explore/labs', 'explore/tests', 'featured', 'centers', 'center/list', 'single/test']
  for (const path of [...paths, 'package/test', `labs/${booking.lab.slug}`, 'cart', 'orders']) {
    await page.goto(`/${path}`)
    await expect(page, path).toHaveURL('/auth/login')
  }
})

test('the landing page has the text of the specification', async ({ page }) => {
  await page.goto('/')
  const main = page.locator('main')
  await expect(page.locator('h1')).toHaveText('Book Quality Medical Tests at Verified Labs Across Nigeria')
  for (const words of [
    /over 1,?000 satisfied patients/i,
    /200\+\s*affiliated labs and clinics/,
    /up to 5,?000\s*tests/,
    /100\+\s*doctors/,
    /Looking for a test\?/i,
    /Download the app/i,
    /Book a test/i,
    /Get (your )?results/i,
    /Why choose/i,
    /wherever you are/i,
    /Get the app/i,
    /24.{1,4}72/,
  ]) {
    await expect(main, String(words)).toContainText(words)
  }
  const section = (name: RegExp) =>
    main.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) })
  await expect(section(/Why choose/i).locator('h3')).toHaveCount(4)
  const steps = section(/^Get started/i).locator('ol > li')
  await expect(steps).toContainText([/Download the app/i, /Book a test/i, /Get (your )?results/i])
  const services = section(/wherever you are/i)
    .getByRole('list')
    .getByRole('listitem')
  await expect(services.getByRole('heading', { level: 3 })).toHaveText([
    ...['Blood and urine tests', 'Home sample collection', 'Full check-up packages'],
    ...['Women’s and men’s health', 'Scans and heart checks', 'Pay for somebody else'],
  ])
  for (const service of await services.all()) await expect(service.locator('p')).not.toBeEmpty()
  const banner = page.getByRole('heading', { name: 'Looking for a test?' }).locator('xpath=../..')
  await expect(banner.getByRole('link', { name: 'Book a test' })).toBeVisible()
})

test('the laboratory page has the text of the specification', async ({ page }) => {
  await page.goto('/lab')
  await expect(page.getByRole('heading', { name: /Key benefits/i })).toBeVisible()
  const block = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Are you a phlebotomist?' }) })
    .last()
  await expect(block.locator('ol > li')).toHaveCount(4)
  await expect(block).toContainText(/paid/i)
  await expect(page.locator('#faq')).toBeVisible()
})

test('the header stays at the top, with its links, and a Login link while no user is signed in', async ({
  page,
  context,
  session,
}) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header).toHaveCSS('position', 'fixed')
  await header.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const [words, to] of [
    ['Doctor', '/doctor'],
    ['Laboratory', '/lab'],
    ['Individual', '/visitor'],
  ] as const)
    await expect(menu.getByRole('link', { name: words, exact: true })).toHaveAttribute('href', to)
  await expect(menu.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/auth/login')
  await asPatient(context, session)
  await page.goto('/')
  await header.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0)
})

test('the cart icon leads to one of three pages, and shows whether there are tests', async ({
  page,
  context,
  session,
}) => {
  await page.goto('/')
  const icon = page.getByRole('link', { name: /^Cart, / })
  await expect(icon).toHaveAttribute('href', '/auth/login')
  await asPatient(context, session)
  await page.goto('/')
  await expect(icon).toHaveAttribute('href', '/explore/labs')
  await expect(icon).toHaveAccessibleName('Cart, empty')
  await asPatient(context, session, 'full')
  await page.goto('/')
  await expect(icon).toHaveAttribute('href', '/cart')
  await expect(icon).toHaveAccessibleName('Cart, 2 tests')
})

test('the footer has its links and contact, and no empty ones', async ({ page }) => {
  await page.goto('/')
  await expectFooter(page, '/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(1)
  await expect(footer.locator('a[href^="tel:"]')).toHaveCount(1)
  for (const name of ['App for iPhone', 'App for Android'])
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', /^(\/download|https:)/)
  await expect(footer.locator('a[href=""]')).toHaveCount(0)
})

test('the Under Construction page has a way home', async ({ page }) => {
  await page.goto('/under-construction')
  await expect(page.getByRole('link', { name: 'Back Home' })).toHaveAttribute('href', '/')
})

test('delete-account opens our own page if no form is configured', async ({ page }) => {
  await page.goto('/delete-account')
  await expect(page.locator('h1')).toHaveText('Delete your account')
})

test('the list of labs shows placeholders, cards and pages, and keeps its page and its search', async ({
  page,
  context,
  session,
}) => {
  await asPatient(context, session)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v0/listAllLabs.php*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/explore/labs')
  await expect(page.getByText('Loading...')).toBeAttached()
  await expect(page.locator('.motion-breathe').first()).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Available Laboratories' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Prev' })).toBeEnabled()
  await expect(page.getByRole('button', { name: /favourite|save/i }).first()).toBeVisible()
  const [, last = ''] = (await page.getByText(/^Page 2 of/).textContent())?.match(/of (\d+)/) ?? []
  await page.goto(`/explore/labs?page=${last}`)
  await expect(page.getByText(`Page ${last} of ${last}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByLabel(/^Search by/).fill('zzzzzzzz')
  await expect(page.getByText('No lab matches your search')).toBeVisible()
  await page.getByLabel(/^Search by/).fill('')
  await expect(page.getByText(`Page 1 of ${last}`)).toBeVisible()
  await expect(page.getByText('No lab matches your search')).toBeHidden()
})

test('the list of tests is 600 pixels high, shows kobo, and has a message when it is empty', async ({
  page,
  context,
  session,
}) => {
  await asPatient(context, session)
  await page.goto(`/labs/${booking.lab.slug}`)
  await page.getByRole('radio', { name: booking.lab.place }).check()
  const list = page.locator('.overflow-y-auto').filter({ hasText: 'Full blood count' })
  await expect(list).toHaveCSS('max-height', '600px')
  await expect(list).toContainText(/₦[\d,]+\.\d\d/)
  const search = page.getByLabel(/^Search .* by name$/)
  await search.fill('zzzz')
  await expect(page.getByText('No tests available')).toBeVisible()
  await search.fill('full BLOOD')
  await page.getByRole('button', { name: 'Select Full blood count', exact: true }).click()
  await page.getByRole('button', { name: 'Proceed (1 test)' }).click()
  await expectToast(page, 'items added to cart')
})

test('notices close by themselves after five seconds, at the top right, and Alt+T leads to them', async ({
  page,
}) => {
  await page.goto('/dev/design')
  await page.clock.install()
  await page.getByRole('button', { name: 'Say it was done' }).click()
  const words = page.getByText('link copied to clipboard', { exact: true }).first()
  await expect(words).toBeVisible()
  const holder = page.locator('.Toastify__toast-container--top-right')
  await expect(holder).toBeVisible()
  await page.mouse.move(10, 700)
  await page.keyboard.press('Alt+KeyT')
  const focused = page.locator('.Toastify :focus')
  await expect(focused).toHaveCount(1)
  await focused.blur()
  await expect(holder.locator('.Toastify__progress-bar')).toHaveCSS('animation-duration', '5s')
})

test('the download page offers the web app first, then a code for another phone', async ({ page }) => {
  await page.goto('/download')
  const first = page.locator('main section').first()
  await expect(first.getByRole('link', { name: 'See how to install' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Install it from your browser' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('img', { name: /code/i }).first()).toBeVisible()
})

test('a page whose code could not be loaded shows a message, and opens by itself when the network is back', async ({
  page,
  context,
  watch,
}) => {
  watch.allowLostNetwork()
  await page.goto('/under-construction')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page.getByRole('heading', { name: 'This page did not open' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible()
})
