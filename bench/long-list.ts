import { writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { startProduct } from '../e2e/product.ts'
import { findBrowser } from '../scripts/browser.ts'
import { importLongLab, longLab } from './long-lab.ts'
import { type Part, partsOf } from './tasks.ts'
import { type Found, measure, slowdown, slowNetwork } from './use-list.ts'

/**
 * Opens a lab of a thousand tests on a phone with a four times slower processor, uses its list, and reports from Chromium's
 * trace how long each part blocked the page: `node bench/long-list.ts [trace.json]`. Exits with 1 if a task took more than
 * 50 ms, or a typed letter waited for the network.
 */
const [traceFile] = process.argv.slice(2)
const longestTask = 50
const longestLetter = 150

const product = await startProduct()
try {
  await importLongLab(product.dataDir)
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  const found = await measure(browser, product)
  await browser.close()
  if (traceFile) await writeFile(traceFile, found.trace)
  report(partsOf(found.trace), found)
} finally {
  await product.stop()
}

function report(parts: readonly Part[], { letters, requests }: Found): void {
  const slowest = Math.round(Math.max(...letters))
  console.log(
    `A lab of ${longLab.tests} tests, ${slowdown} times slower. The longest task of each part, in ms:`,
  )
  for (const { name, tasks, longest, longestOwn, over50 } of parts) {
    const figures = `${longest.toFixed(0).padStart(5)} (own ${longestOwn.toFixed(0)})`
    console.log(`  ${name.padEnd(28)} ${figures.padEnd(18)} ${tasks} tasks, ${over50} over ${longestTask}`)
  }
  console.log(`Calls to the server while the list was used: ${requests}`)
  console.log(`Letters, while answers take ${slowNetwork} ms: ${letters.length}, the slowest ${slowest} ms`)
  // Opening the page is reported separately: it is neither scrolling nor filtering.
  const used = parts.filter(({ name }) => name !== 'open the page')
  const isSlow = used.some(({ longest }) => longest > longestTask) || requests > 0 || slowest > longestLetter
  process.exitCode = isSlow ? 1 : 0
}
