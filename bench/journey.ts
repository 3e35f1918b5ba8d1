import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { journey, type Step, seen } from '../e2e/journey.ts'
import { startProduct } from '../e2e/product.ts'
import { openWire, slow4g, type Wire } from '../e2e/wire.ts'
import { findBrowser } from '../scripts/browser.ts'
import { root } from '../scripts/runtime.ts'

/**
 * Goes from the landing page to a paid order on a phone, twice: as a new visitor and as a returning one. Reports the data
 * of each step, the time until it is visible and until it responds to a touch or key: `node bench/journey.ts`, or `node
 * bench/journey.ts fast` for the data alone. Exits with 1 if a step is too slow.
 */
const isFast = process.argv.includes('fast')
const slowdown = isFast ? 1 : 4
/** Limits in milliseconds. */
const most = { paint: 2500, touch: 200 }
/** The most bytes that a phone receives in total. */
const mostData = { first: 400_000, again: 60_000 }

type Figures = {
  readonly step: string
  /** Bytes transferred during the step. */
  readonly received: number
  readonly sent: number
  /** Milliseconds from the touch, or from the page request, to the awaited paint; and those of the slowest touch or key. */
  readonly paint: number
  readonly touch: number
  /** The element of that touch. */
  readonly what: string
  readonly requests: readonly string[]
}

const product = await startProduct()
const wire = await openWire(product.url, isFast ? undefined : slow4g)
const { executablePath, args, env } = await findBrowser()
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
try {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...phone, locale: 'en-GB', timezoneId: 'Africa/Lagos' })
  await context.addInitScript(watch)
  const first = await walk(context, wire)
  const again = await walk(context, wire)
  await keep({ first, again })
  report('The first time', first, mostData.first)
  report('Coming back', again, mostData.again)
} finally {
  await browser.close()
  wire.close()
  await product.stop()
}

/** Runs in the page: records the last touch, the largest paint and the slowest response to a touch or key. */
function watch(): void {
  const found = { touchedAt: 0, paint: 0, touch: 0, what: '' }
  Object.assign(globalThis, { found })
  for (const sign of ['pointerdown', 'keydown'])
    addEventListener(
      sign,
      ({ timeStamp }) => {
        found.touchedAt = timeStamp
      },
      { capture: true, passive: true },
    )
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.paint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries() as PerformanceEventTiming[]) {
      if (!interactionId || duration <= found.touch) continue
      const words = target instanceof Element ? target.id || target.textContent : ''
      Object.assign(found, { touch: duration, what: `${name} ${words?.trim().slice(0, 24)}` })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

async function walk(context: BrowserContext, line: Wire): Promise<Figures[]> {
  const page = await context.newPage()
  const chromium = await context.newCDPSession(page)
  await chromium.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const requests: string[] = []
  page.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => null)
    const bytes = (sizes?.responseBodySize ?? 0) + (sizes?.responseHeadersSize ?? 0)
    const { pathname, host } = new URL(request.url())
    if (line.url.endsWith(host)) requests.push(`${bytes} ${pathname}`)
  })
  const figures: Figures[] = []
  const visitor = { email: 'patient@demo.labalaba.example', password: product.demoPassword }
  for (const step of journey(line.url, visitor)) figures.push(await take(page, line, step, requests))
  // The service worker starts once the page is idle, and its data counts too.
  const before = line.count()
  const from = requests.length
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await line.quiet(3000)
  figures.push({
    step: 'left in peace',
    ...cost(line, before),
    paint: 0,
    touch: 0,
    what: '',
    requests: requests.slice(from),
  })
  await page.close()
  return figures
}

async function take(page: Page, line: Wire, step: Step, requests: readonly string[]): Promise<Figures> {
  const before = line.count()
  const from = requests.length
  const isLoaded = step.name === 'landing' || step.name === 'paid'
  await step.act(page)
  const at = await seen(page, step)
  await line.quiet(isFast ? 400 : 1500)
  const { touchedAt, paint, touch, what } = await page.evaluate(() => {
    const all: { touchedAt: number; paint: number; touch: number; what: string } = Reflect.get(
      globalThis,
      'found',
    )
    const now = { ...all }
    return Object.assign(all, { touch: 0, what: '' }) && now
  })
  return {
    step: step.name,
    ...cost(line, before),
    // A page that was loaded has its own clock; otherwise time is counted from the last touch.
    paint: isLoaded ? Math.max(paint, at) : at - touchedAt,
    touch,
    what,
    requests: requests.slice(from),
  }
}

function cost(line: Wire, before: ReturnType<Wire['count']>): Pick<Figures, 'received' | 'sent'> {
  const after = line.count()
  return { received: after.received - before.received, sent: after.sent - before.sent }
}

async function keep(found: Record<string, readonly Figures[]>): Promise<void> {
  const results = join(root, 'bench/results')
  await mkdir(results, { recursive: true })
  const all = { at: new Date().toISOString(), slowdown, line: isFast ? null : slow4g, ...found }
  await writeFile(join(results, 'journey.json'), `${JSON.stringify(all, null, 2)}\n`)
}

function report(title: string, figures: readonly Figures[], allowed: number): void {
  const total = (of: 'received' | 'sent') => figures.reduce((sum, one) => sum + one[of], 0)
  const row = (name: string, ...cells: (string | number)[]) =>
    name.padEnd(20) + cells.map((cell) => String(cell).padStart(11)).join('')
  const kb = (bytes: number) => (bytes / 1000).toFixed(1)
  console.log(`\n${row(title, 'kB received', 'kB sent', 'seen, ms', 'touch, ms', 'requests')}`)
  for (const { step, received, sent, paint, touch, what, requests } of figures) {
    const isSlow = !isFast && (paint > most.paint || touch > most.touch)
    if (isSlow) process.exitCode = 1
    const cells = [kb(received), kb(sent), Math.round(paint), Math.round(touch), requests.length] as const
    console.log(
      row(step, ...cells) + (touch > most.touch / 2 ? `  ${what}` : '') + (isSlow ? ', too slow' : ''),
    )
  }
  const isHeavy = total('received') > allowed
  if (isHeavy) process.exitCode = 1
  console.log(`${row('in all', kb(total('received')), kb(total('sent')))}  of ${kb(allowed)} kB`)
}
