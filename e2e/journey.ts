import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { newPatient } from './people.ts'

export type Visitor = { readonly email: string; readonly password: string }

/** One part of the way: what the person does, and by what they see that it has come. */
export type Step = {
  readonly name: string
  readonly act: (page: Page) => Promise<void>
  /** The words that the eye waits for, and in which elements they stand. */
  readonly shows: { readonly css: string; readonly words: string }
}

const tapLink = (name: string) => (page: Page) => page.getByRole('link', { name }).first().tap()

/** Typed as by thumbs. */
async function type(page: Page, label: string | RegExp, words: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.tap()
  await page.keyboard.type(words, { delay: 50 })
}

/** Nobody's thumb is on the list in the moment in which it left the last letter. */
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

/** On the hosted page, which is not ours, until the person is sent back to us. */
async function payThere(page: Page, ours: string): Promise<void> {
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).tap()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  // The product knows its own address only, and not the line before it.
  await page.waitForURL(/\/payment\/return/, { waitUntil: 'commit' })
  const { pathname, search } = new URL(page.url())
  await page.goto(`${ours}${pathname}${search}`)
}

/** From the landing page to an order that is paid, as somebody goes who has an account. `ours` is where the site stands. */
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

/** Waits until a step can be seen; answers when that was, in milliseconds of the page's own clock. */
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
