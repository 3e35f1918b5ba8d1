import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { newPatient } from './people.ts'

export type Visitor = { readonly email: string; readonly password: string }

/** One step: what the person does, and what shows that it has worked. */
export type Step = {
  readonly name: string
  readonly act: (page: Page) => Promise<void>
  /** The text to wait for, and the elements that contain it. */
  readonly shows: { readonly css: string; readonly words: string }
}

const tapLink = (name: string) => (page: Page) => page.getByRole('link', { name }).first().tap()

/** Types as fast as thumbs do. */
async function type(page: Page, label: string | RegExp, words: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.tap()
  await page.keyboard.type(words, { delay: 50 })
}

/** The list must be still before the finger leaves the last letter. */
const moveThumb = (page: Page) => page.waitForTimeout(400)

async function chooseTests(page: Page): Promise<void> {
  await page.getByRole('radio', { name: booking.lab.place }).check()
  for (const name of booking.tests) {
    const field = page.getByLabel(/^Search .* by name$/)
    await field.fill('')
    await field.tap()
    await page.keyboard.type(name, { delay: 50 })
    await moveThumb(page)
    await page.getByRole('button', { name: `Select ${name}`, exact: true }).tap()
  }
  await moveThumb(page)
  await page.getByRole('button', { name: 'Proceed (2 tests)' }).tap()
}

/** On the hosted page, which is not ours, until the person is sent back. */
async function payThere(page: Page, ours: string): Promise<void> {
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).tap()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  // The product knows only its own address, and not that of the line before it.
  await page.waitForURL(/\/payment\/return/, { waitUntil: 'commit' })
  const { pathname, search } = new URL(page.url())
  await page.goto(`${ours}${pathname}${search}`)
}

/** From the landing page to a paid order, for a person with an account. `ours` is the address of the site. */
export function journey(ours: string, { email, password }: Visitor): readonly Step[] {
  return [
    {
      name: 'landing',
      act: async (page) => void (await page.goto(ours)),
      shows: { css: 'h1', words: 'Book Quality Medical Tests' },
    },
    { name: 'sign-in page', act: tapLink('Book a test'), shows: { css: 'h1', words: 'Welcome back' } },
    {
      name: 'signed in',
      async act(page) {
        await type(page, 'Email', email)
        await type(page, 'Password', password)
        await page.getByRole('button', { name: 'Login' }).tap()
      },
      shows: { css: 'h1', words: 'Book Quality Medical Tests' },
    },
    { name: 'labs', act: tapLink('Book a test'), shows: { css: 'article', words: 'Laborator' } },
    {
      name: 'lab found',
      act: (page) => type(page, 'Search by lab name or area', 'ekanem'),
      shows: { css: 'article:first-child', words: booking.lab.name },
    },
    {
      name: 'lab',
      act: tapLink(booking.lab.name),
      shows: { css: '[aria-setsize]', words: 'Full blood count' },
    },
    { name: 'cart', act: chooseTests, shows: { css: 'h1', words: 'Your cart' } },
    {
      name: 'patient described',
      act: (page) => booking.describePatient(page, newPatient()),
      shows: { css: 'button', words: 'Proceed' },
    },
    {
      name: 'paid',
      act: (page) => payThere(page, ours),
      shows: { css: 'h1', words: 'Payment received' },
    },
    { name: 'order', act: tapLink('See my order'), shows: { css: 'h2', words: 'Progress' } },
  ]
}

/** Waits until a step is visible; returns when that was, in milliseconds of the page’s clock. */
export async function seen(page: Page, { shows }: Step): Promise<number> {
  const found = await page.waitForFunction(
    ({ css, words }) =>
      [...document.querySelectorAll(css)].some(
        (one) => one.textContent?.includes(words) && one.checkVisibility({ visibilityProperty: true }),
      ) && performance.now(),
    shows,
    { polling: 'raf', timeout: 60_000 },
  )
  return Number(await found.jsonValue())
}
