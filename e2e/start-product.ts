import { type Product, startProduct } from './product.ts'

const name = 'LABALABA_UNDER_TEST'

/** Starts one product for the whole run, and answers how to end it; Playwright does so whatever becomes of the tests. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of this file
export default async function startForAll(): Promise<() => Promise<void>> {
  const { stop, ...product } = await startProduct()
  process.env[name] = JSON.stringify(product)
  return stop
}

/** The product of this run, as seen from a test. */
export function productUnderTest(): Product {
  const said = process.env[name]
  if (!said) throw new Error('No product was started: run the journeys with `playwright test`.')
  return JSON.parse(said)
}
