import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

/** Facts about its build that the worker must know. */
export type WorkerParts = {
  readonly root: string
  readonly dist: string
  readonly version: string
  /** The scripts, styles and fonts of the empty page. */
  readonly shellFiles: readonly string[]
  /** For each screen that opens without a network: the files that it needs in addition. */
  readonly kits: Readonly<Record<string, readonly string[]>>
  /** The addresses of the pages that are the same for all users. */
  readonly written: readonly string[]
}

/** Every address that the app renders itself returns the empty page; this one belongs to no user. */
const shellAddress = '/auth'

const inPage = ['/favicon.svg']

/** Builds `sw.js`, one file without imports, with the lists of the files that it stores. */
export async function buildWorker(parts: WorkerParts): Promise<void> {
  const { root, dist, version, written } = parts
  const shell = await readFile(path.join(dist, 'app.html'))
  const revision = createHash('sha256').update(shell).digest('hex').slice(0, 16)
  const files = [...parts.shellFiles, ...inPage]
  const kits = Object.entries(parts.kits).map(([name, all]) => [
    name,
    all.filter((one) => !files.includes(one)),
  ])
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      __VERSION__: JSON.stringify(version),
      __SHELL__: JSON.stringify({ url: shellAddress, revision }),
      __SHELL_FILES__: JSON.stringify(files),
      __KITS__: JSON.stringify(Object.fromEntries(kits)),
      __WRITTEN__: JSON.stringify(written),
    },
    build: {
      target: ['chrome100', 'firefox100', 'safari16.4'],
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(root, 'src/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
