import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Product } from '../e2e/product.ts'
import { longLab } from './long-lab.ts'
import { marks } from './tasks.ts'

export const slowdown = 4
export const slowNetwork = 2_000

export type Found = {
  /** Chromium's trace, with the marks of each part. */
  readonly trace: string
  /** Calls to the server while the list was used. */
  readonly requests: number
  /** Milliseconds from each key to its letter, during a search whose answers take seconds. */
  readonly letters: readonly number[]
}

type Spot = { readonly x: number; readonly y: number }

const categories = [
  ...['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
]

/** Uses the list of the long lab on a slow phone: swipes, jumps, filters, letters, a location and tests. */
export async function measure(
  browser: Browser,
  product: Pick<Product, 'url' | 'demoPassword'>,
): Promise<Found> {
  const size = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...size, baseURL: product.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, product.demoPassword)
  const chromium = await context.newCDPSession(page)
  await chromium.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await browser.startTracing(page, { categories })
  await part(page, 'open the page', async () => {
    await page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/labs/${longLab.slug}`)
    await page.waitForFunction(() => document.querySelector('[aria-setsize="1000"]'), null, { polling: 500 })
  })
  const requests = await requestsDuring(page, () => useList(page, chromium))
  const trace = (await browser.stopTracing()).toString()
  const letters = await typeOnSlowNetwork(page)
  await context.close()
  return { trace, requests, letters }
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('patient@demo.labalaba.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

/** Locates every element before a part begins, because locating it in the page would count as the page's work. */
async function useList(page: Page, chromium: CDPSession): Promise<void> {
  const field = page.getByLabel(/^Search .* by name$/)
  const radio = await spotOf(page, page.getByRole('radio').nth(1))
  await part(page, 'choose a location', () => tap(page, radio))
  await field.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const chips: Spot[] = []
  for (const name of ['Popular', 'All tests'])
    chips.push(await spotOf(page, page.getByRole('button', { name, exact: true })))
  const row = await spotOf(page, page.getByRole('list', { name: 'Tests' }).getByRole('button').nth(3))
  await part(page, 'press chips', async () => {
    for (const chip of [...chips, ...chips, ...chips]) await tap(page, chip)
  })
  await part(page, 'select tests and open one', async () => {
    for (const place of [1, 3, 5, 4]) await pressInList(page, place)
  })
  await field.focus()
  await part(page, 'type in the search', async () => {
    for (const key of [...'measured culture', ...Array(16).fill('Backspace')]) await page.keyboard.press(key)
  })
  await part(page, 'swipe through the list', async () => {
    for (const distance of [-300, -300, -300, -300, 300, 300]) await swipe(page, chromium, row, distance)
  })
  await part(page, 'scroll it by a wheel', async () => {
    for (const yDistance of [-2400, -2400, -2400, -2400, 2400, 2400])
      await chromium.send('Input.synthesizeScrollGesture', { ...row, yDistance, speed: 4000 })
  })
  await part(page, 'jump about in the list', async () => {
    for (const to of [0.9, 0.1, 0.5, 1, 0]) await jump(page, to)
  })
}

async function spotOf(page: Page, what: ReturnType<Page['getByRole']>): Promise<Spot> {
  await what.scrollIntoViewIfNeeded()
  await settle(page)
  const box = await what.boundingBox()
  if (!box) throw new Error(`${what} is not in sight`)
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

async function tap(page: Page, { x, y }: Spot): Promise<void> {
  await page.touchscreen.tap(x, y)
  await settle(page)
}

const fingerSpeed = 4000
const runsOn = 1200

/**
 * A finger swipes along the middle of the screen and is lifted, so that the list keeps scrolling for thousands of pixels.
 */
async function swipe(page: Page, chromium: CDPSession, { x }: Spot, distance: number): Promise<void> {
  const middle = 470
  const began = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    chromium.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: middle + distance * (part - 0.5) }],
      // The list must scroll as fast even if a move is delivered late on a busy machine.
      timestamp: began + (part * Math.abs(distance)) / fingerSpeed,
    })
  await touch('touchStart', 0)
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', part)
  await touch('touchEnd', 1)
  await page.waitForTimeout(runsOn)
}

async function pressInList(page: Page, place: number): Promise<void> {
  await page.evaluate((place) => {
    document.querySelectorAll<HTMLElement>('[aria-setsize] button')[place]?.click()
  }, place)
  await settle(page)
}

async function jump(page: Page, part: number): Promise<void> {
  await page.evaluate((part) => {
    const frame = document.querySelector('[aria-setsize]')?.parentElement?.parentElement
    if (frame) frame.scrollTop = frame.scrollHeight * part
  }, part)
  await settle(page)
}

/** Marks in the trace where a part of the work begins and ends. */
async function part(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  await page.evaluate((mark) => performance.mark(mark), marks.startOf + name)
  await work()
  await settle(page)
  await page.evaluate((mark) => performance.mark(mark), marks.endOf + name)
}

/** Waits until the page has finished drawing. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))),
  )
}

async function requestsDuring(page: Page, work: () => Promise<void>): Promise<number> {
  let requests = 0
  const count = (request: { url(): string }) => {
    // Every page requests the site's settings once, at any time, so that call is not counted.
    if (request.url().includes('/v0/') && !request.url().endsWith('/v0/site')) requests += 1
  }
  page.on('request', count)
  await work()
  page.off('request', count)
  return requests
}

async function typeOnSlowNetwork(page: Page): Promise<number[]> {
  await page.goto('/explore/labs')
  await page.getByRole('article').first().waitFor()
  await page.route('**/v0/listAllLabs.php*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, slowNetwork))
    await route.continue().catch(() => undefined)
  })
  const field = page.getByLabel('Search by lab name or area')
  const letters = await field.evaluateHandle((element) => {
    const waits: number[] = []
    element.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - timeStamp)))
    })
    return waits
  })
  await field.focus()
  for (const key of 'ayewo ara diagnostics') {
    await page.keyboard.press(key)
    await page.waitForTimeout(120)
  }
  return await letters.jsonValue()
}
