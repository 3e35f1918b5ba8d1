import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { startProduct } from '../e2e/product.ts'
import { demoPatient, openSession, resume, type Session } from '../e2e/session.ts'
import { findBrowser } from '../scripts/browser.ts'
import { freePort } from '../scripts/ports.ts'
import { root } from '../scripts/runtime.ts'
import { type Figures, fallsShort, type Measured, median, table } from './figures.ts'
import { type Page, pages } from './pages.ts'

/**
 * Measures pages with Lighthouse as on a phone with slow 4G and a quarter of our processor speed, and checks their limits:
 * `npm run lighthouse`. Arguments select pages by a part of their name.
 */
const chosen = process.argv.slice(2)
const runs = Number(process.env.RUNS ?? 3)

const product = await startProduct()
const folder = await mkdtemp(join(tmpdir(), 'labalaba-lighthouse-'))
const measured: Measured[] = []
try {
  const session = await openSession(product, demoPatient(product))
  for (const page of pages.filter(isChosen)) measured.push(await measure(page, session))
} finally {
  await rm(folder, { recursive: true, force: true })
  await product.stop()
}

await keep()
console.log(table(measured))
const short = measured.flatMap(fallsShort)
console.log(
  short.length > 0 ? `\nFalls short:\n${short.join('\n')}` : '\nEvery page is as good as it has to be.',
)
process.exitCode = short.length > 0 ? 1 : 0

function isChosen({ name }: Page): boolean {
  return chosen.length === 0 || chosen.some((word) => name.includes(word))
}

/** The median of several runs, each in a new browser without cache. */
async function measure(page: Page, session: Session): Promise<Measured> {
  const figures: Figures[] = []
  const faults = new Set<string>()
  for (let run = 0; run < runs; run += 1) {
    const one = await runOnce(page, session)
    figures.push(one.figures)
    for (const fault of one.faults) faults.add(fault)
  }
  const result = { ...page, figures: median(figures), faults: [...faults] }
  console.log(table([result]).split('\n').at(-1))
  return result
}

async function runOnce(page: Page, session: Session): Promise<{ figures: Figures; faults: string[] }> {
  const port = await freePort()
  const { executablePath, args, env } = await findBrowser()
  const profile = await mkdtemp(join(folder, 'profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
    viewport: null,
  })
  try {
    if (page.signedIn) await resume(context, session)
    return read(page, await ask(page, port))
  } finally {
    await context.close()
  }
}

async function ask(page: Page, port: number): Promise<Result> {
  const answer = await lighthouse(`${product.url}${page.path}`, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  })
  if (!answer) throw new Error(`Lighthouse said nothing of ${page.path}.`)
  return answer.lhr
}

function read(page: Page, result: Result): { figures: Figures; faults: string[] } {
  const { audits, categories, finalDisplayedUrl, runtimeError } = result
  if (runtimeError) throw new Error(`${page.path}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== `${product.url}${page.path}`)
    throw new Error(`${page.path} led to ${finalDisplayedUrl}.`)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const { performance: _, ...judged } = categories
  const faults = Object.entries(judged).flatMap(([category, { auditRefs }]) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${category}: ${audits[id]?.title ?? id}`),
  )
  return {
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcp: number('largest-contentful-paint'),
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
      kilobytes: number('total-byte-weight') / 1000,
    },
    faults,
  }
}

async function keep(): Promise<void> {
  const results = join(root, 'bench/results')
  await mkdir(results, { recursive: true })
  const at = new Date().toISOString()
  await writeFile(join(results, 'lighthouse.json'), `${JSON.stringify({ at, runs, measured }, null, 2)}\n`)
}
