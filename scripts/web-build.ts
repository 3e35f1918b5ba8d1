import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.ts'

const stamp = join(root, 'web/dist/.stamp')

/** The sources of the built web, without tests. */
const sources = [
  'web/*.{ts,json,html}',
  'web/{src,public}/**/*',
  'contract/**/*.{ts,json}',
  'package-lock.json',
]
const apart = /(^|\/)(node_modules|dist)\/|\.test\.tsx?$/

/** Builds the web into `web/dist`, unless it was built from the same sources. Returns whether it built. */
export async function buildWeb(signal?: AbortSignal): Promise<boolean> {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  rmSync(stamp, { force: true })
  const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const]
  // The builder makes files for development if the environment names anything else than production.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, ['web/build.ts'], {
    ...{ cwd: root, env, stdio },
    ...(signal ? { signal } : {}),
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      words += chunk
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The web could not be built (node web/build.ts):\n${words.trimEnd()}`)
  writeFileSync(stamp, wanted)
  return true
}

/**
 * Throws OtherPages if `web/dist` was built from other sources than those in this folder: a production start builds nothing.
 * A release has no sources of the web, and missing pages are refused by the server itself.
 */
export function refuseOtherPages(): void {
  if (!existsSync(join(root, 'web/build.ts')) || !existsSync(stamp)) return
  if (readFileSync(stamp, 'utf8') !== fingerprint())
    throw new OtherPages(
      'The pages in web/dist were built from other sources than those in this folder. Run `npm run build`, then start again.',
    )
}

/** The pages do not belong to this version. */
class OtherPages extends Error {
  override name = 'OtherPages'
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const entries = sources.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.filter((file) => !apart.test(file)).toSorted()) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}
