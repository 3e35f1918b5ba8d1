import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/runtime.ts'
import type { Product } from './product.ts'

/** Sets a price, in naira, as an operator does: with the command line, on the running product. */
export async function changePrice(
  { dataDir }: Product,
  labSlug: string,
  testName: string,
  naira: number,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'labalaba-prices-'))
  try {
    const file = join(folder, 'prices.csv')
    await writeFile(file, `lab_slug,test_code,price_ngn\n${labSlug},${await codeOf(testName)},${naira}\n`)
    await runCommand(dataDir, ['import-prices', file])
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function codeOf(testName: string): Promise<string> {
  const sheet = await readFile(join(root, 'reference/tests.csv'), 'utf8')
  const line = sheet.split('\n').find((one) => one.split(',')[1] === testName)
  const [code] = line?.split(',') ?? []
  if (!code) throw new Error(`The catalogue has no test called ${testName}.`)
  return code
}

/** The data folder’s own database, whatever the environment of the tests. */
const noDatabase = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATABASE_WORKER_URL: '' }

async function runCommand(dataDir: string, words: string[]): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/labalaba.ts', ...words]
  const env = { ...process.env, DATA_DIR: dataDir, ...noDatabase }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`labalaba ${words.join(' ')} ended with ${code}:\n${complaint}`)
}
