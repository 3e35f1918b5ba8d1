import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './runtime.ts'
import { buildWeb } from './web-build.ts'

/** The output file of each of our modules, and the modules that it imports. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

/** For each page with a limit, in kB: the modules that its first visit loads. */
export type Table = { fontsKb: number; pages: Record<string, { limitKb: number; modules: string[] }> }

/** The JavaScript files that these modules load initially, shared ones once. Throws if a module is missing. */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  function add(name: string): void {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build. Correct web/routes-weight.json.`)
    if (files.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return files
}

async function checkWeight(): Promise<boolean> {
  await buildWeb()
  const dist = join(root, 'web/dist')
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const table: Table = JSON.parse(readFileSync(join(root, 'web/routes-weight.json'), 'utf8'))
  const gzipped = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  const weigh = (modules: string[]) => sum([...filesOf(manifest, modules)].map(gzipped))
  const fonts = sum(globSync('**/*.woff2', { cwd: dist }).map((file) => statSync(join(dist, file)).size))
  const verdicts = Object.entries(table.pages).map(([page, { limitKb, modules }]) =>
    within(`${page} (JavaScript, gzip)`, weigh(modules), limitKb),
  )
  return [...verdicts, within('fonts', fonts, table.fontsKb)].every(Boolean)
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}

function within(what: string, bytes: number, limitKb: number): boolean {
  const well = bytes <= limitKb * 1000
  console.log(`${well ? '' : 'Too heavy: '}${what} ${(bytes / 1000).toFixed(1)} kB of ${limitKb}`)
  return well
}

if (process.argv[1] === import.meta.filename) process.exitCode = (await checkWeight()) ? 0 : 1
