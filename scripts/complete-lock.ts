import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findIntegrityProblems, type LockedPackage } from './lock-integrity.ts'
import { root } from './runtime.ts'

/**
 * npm omits packages for other platforms from the lock file if it could not fetch them, or if it writes the file over an
 * installed node_modules. `npm ci` then fails everywhere. This script adds them again. Run it after every `npm install`;
 * the check runs it with `--check`, which also verifies the hashes.
 */
type Entry = LockedPackage & {
  version?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

const file = join(root, 'package-lock.json')
const lock: Lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = Object.entries(lock.packages).flatMap(([parent, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(parent, name))
    .map(([name, version]) => ({ name, version, dev: entry.dev })),
)

if (process.argv.includes('--check')) {
  if (missing.length > 0)
    console.error(`package-lock.json lacks ${missing.length} optional packages. Run: npm run complete-lock`)
  const problems = findIntegrityProblems(lock.packages)
  for (const problem of problems) console.error(`package-lock.json: ${problem}`)
  process.exitCode = missing.length > 0 || problems.length > 0 ? 1 : 0
} else if (missing.length > 0) {
  for (const { name, version, dev } of missing) {
    if (!/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`${name} is asked for as "${version}", which is no exact version.`)
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(dev && { dev }),
      optional: true,
    }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  console.log(`Put ${missing.length} optional packages of other platforms back into package-lock.json.`)
}

/** Whether a dependency of `parent` is in the lock file, next to it or further up. */
function isLocked(parent: string, name: string): boolean {
  if (lock.packages[`${parent && `${parent}/`}node_modules/${name}`]) return true
  if (parent === '') return false
  return isLocked(parent.slice(0, Math.max(0, parent.lastIndexOf('/node_modules/'))), name)
}

/** These packages have their platform in their name. npm needs it as fields, or it fetches all of them. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.slice(name.indexOf('/') + 1).split('-')
  const os = words.filter((word) =>
    ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].includes(word),
  )
  const cpu = words.filter((word) =>
    ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'].includes(word),
  )
  if (cpu.length === 0) throw new Error(`The name ${name} does not say for which machine the package is.`)
  const libc = words.flatMap((word) => (/^musl/.test(word) ? ['musl'] : word === 'gnu' ? ['glibc'] : []))
  return { ...(os.length && { os }), cpu, ...(libc.length && { libc }) }
}
