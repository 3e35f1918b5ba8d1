import { mkdir } from 'node:fs/promises'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { account, farewell } from './account-screens.ts'
import { bench } from './bench-screens.ts'
import { cart, refusedCart, troubledCart } from './cart-screens.ts'
import { doctors } from './doctor-screens.ts'
import { family } from './family-screens.ts'
import { lab, labs } from './lab-screens.ts'
import { mails } from './mail-screens.ts'
import { openMailbox } from './mailbox.ts'
import { links, payments } from './order-screens.ts'
import { newPatient, pause } from './people.ts'
import { startProduct } from './product.ts'
import { publicScreens, seeAll } from './public-screens.ts'
import { results, staff } from './result-screens.ts'
import { tests } from './test-screens.ts'
import { visits } from './visit-screens.ts'
import { camera, type Walk } from './walk.ts'
import { ways } from './way-screens.ts'

/**
 * Takes a picture of every screen in its states, at three sizes, for people to look at: `node e2e/screens.ts
 * <folder>`. Names of parts after the folder take only those; most begin where `account` or `cart` ends.
 */
const [folder = 'screens', ...wanted] = process.argv.slice(2)

const sizes = [
  { name: '360', viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  { name: '768', viewport: { width: 768, height: 1024 }, isMobile: true, hasTouch: true },
  { name: '1280', viewport: { width: 1280, height: 800 } },
]

await mkdir(folder, { recursive: true })
const product = await startProduct()
try {
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  await Promise.all(sizes.map((size, turn) => walk(browser, turn, size)))
  await browser.close()
} finally {
  await product.stop()
}

async function walk(
  browser: Browser,
  turn: number,
  { name: size, ...options }: (typeof sizes)[number],
): Promise<void> {
  const common = { baseURL: product.url, locale: 'en-GB', timezoneId: 'Africa/Lagos' }
  // Without the service worker, so that pages see what a walk does to the network.
  const alone = { reducedMotion: 'reduce', serviceWorkers: 'block' } as const
  const context = await browser.newContext({ ...options, ...common, ...alone })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const all: Walk = { page, product, mailbox: openMailbox(product), turn, ...camera(page, folder, size) }
  const shopping = [labs, tests, lab, cart, refusedCart, troubledCart, links, payments]
  const parts = [
    visitor,
    partners,
    account,
    ...shopping,
    farewell,
    mails,
    results,
    bench,
    visits,
    family,
    doctors,
    ways,
    staff,
  ]
  for (const part of parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    await part(all).catch((error: unknown) => console.error(`${part.name} at ${size}: ${String(error)}`))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
  }
  await context.close()
}

async function visitor({ page, shot }: Walk): Promise<void> {
  for (const [name, path] of publicScreens) {
    await page.goto(path)
    await seeAll(page)
    await shot(name)
  }
}

/** The application form, refused and sent. */
async function partners({ page, shot }: Walk): Promise<void> {
  await page.goto('/lab?join=lab#apply')
  const send = page.getByRole('button', { name: 'Send application' })
  await send.click()
  await shot('partners-refused')
  await page.getByLabel('Name of the laboratory').fill('Ade Diagnostics')
  await page.getByLabel('Your full name').fill('Ngozi Ade')
  await page.getByLabel('Phone').fill('0803 123 4567')
  await page.getByLabel('Email').fill(newPatient().email)
  await page.getByLabel('State', { exact: true }).selectOption('Oyo')
  await page.getByLabel('Area').fill('Bodija')
  await page.getByLabel(/may write to me/).check()
  await pause(page)
  await send.click()
  await page.getByRole('heading', { name: 'Thank you, we have your application' }).waitFor()
  await shot('partners-sent')
}
