import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LogLine } from '../scripts/product-log.ts'
import { productLog } from './alarms.ts'
import { type Product, readBreaches, startProduct } from './product.ts'

const name = 'LABALABA_UNDER_TEST'

/**
 * Starts one product for the whole run, and returns how to end it; Playwright calls that whatever the tests
 * do. The product’s output and its broken invariants at the end go to a file, which `alarms.ts` checks.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of this file
export default async function startForAll(): Promise<() => Promise<void>> {
  mkdirSync(dirname(productLog), { recursive: true })
  const { stop, ...product } = await startProduct(write)
  process.env[name] = JSON.stringify(product)
  return async () => {
    const breaches = await readBreaches(product.dataDir)
    if (breaches) write({ stream: 'stderr', text: `Broken at the end of the run: ${breaches}` })
    await stop()
  }
}

function write(line: LogLine): void {
  appendFileSync(productLog, `${JSON.stringify(line)}\n`)
}

/** The product of this run, as seen from a test. */
export function productUnderTest(): Product {
  const value = process.env[name]
  if (!value) throw new Error('No product was started: run the journeys with `playwright test`.')
  return JSON.parse(value)
}
