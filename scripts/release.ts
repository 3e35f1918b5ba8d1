import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'

import { dirname, join, relative, resolve } from 'node:path'
import { version } from '../server/src/infra/version.ts'
import { installs, packagesOf, readLock } from './installed-packages.mjs'
import { root } from './runtime.ts'
import { buildWeb } from './web-build.ts'

/**
 * `npm run release`: builds the pages, and puts into `release/labalaba-<version>` (or into the folder after `--to`) all that
 * a machine with Node 24 needs to run the product: no packages of developers, no embedded database, no sources of the web
 * and no tests. It copies the installed packages, so it runs on the same kind of machine as it was made on.
 */
const [, given] = /^--to=(.+)$/.exec(process.argv[2] ?? '') ?? []
const folder = given === undefined ? join(root, 'release', `labalaba-${version}`) : resolve(given)

/** What a release may weigh, in bytes. Beside it, a container has Node and its libraries. */
const most = 150_000_000

const parts = ['contract', 'demo', 'deploy', 'docs', 'reference', 'scripts', 'server', 'web/dist']
const files = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'package-lock.json']
/** Settings that an operator wrote beside the files to copy are secret. */
const isOurs = (path: string) =>
  !/\.env$|\.test\.tsx?$|^server\/test(\/|$)|^scripts\/structure(\/|$)/.test(path)
/** Node never runs these of a package, nor reads them. Licences stay. */
const isForReaders = /\.(map|[cm]?tsx?|md|markdown)$/
const isLicence = /(^|\/)(licen[cs]e|notice|copying)[^/]*$/i

await makeRelease()

async function makeRelease(): Promise<void> {
  await buildWeb()
  rmSync(folder, { recursive: true, force: true })
  for (const part of [...parts, ...files]) copy(part, isOurs)
  writePackage()
  copyPackages()
  const size = sizeOf(folder)
  console.log(
    `Labalaba ${version} for ${process.platform} ${process.arch} is in ${folder}: ${megabytes(size)} MB.`,
  )
  console.log('Copy it to the machines that run it: docs/operations/install.md.')
  if (size > most) throw new Error(`A release must have less than ${megabytes(most)} MB.`)
}

/** Copies a file or folder to the same place in the release. `isWanted` gets the path from the root. */
function copy(path: string, isWanted: (path: string) => boolean): void {
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    filter: (source) => isWanted(relative(root, source).replaceAll('\\', '/')),
  })
}

/** The commands that work in a release. Without workspaces, since their folders are not all here. */
function writePackage(): void {
  const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { start, labalaba, invariants, drill } = whole.scripts
  const { name, license, type, description } = whole
  const own = { name, version, private: true, license, type, description }
  const words = { ...own, engines: { node: '>=24' }, scripts: { start, labalaba, invariants, drill } }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(words, null, 2)}\n`)
}

/** The packages of the product as npm installed them, and npm's list of them, by which a start finds them complete. */
function copyPackages(): void {
  const lock = readLock(join(root, 'package-lock.json'))
  const paths = packagesOf(lock, installs.product).filter((path) => existsSync(join(root, path)))
  for (const path of paths) {
    const target = lock.packages[path]?.resolved
    if (lock.packages[path]?.link && target) link(path, target)
    else
      copy(path, (file) => {
        const inside = file.slice(path.length)
        return !inside.includes('/node_modules') && (isLicence.test(inside) || !isForReaders.test(inside))
      })
  }
  const packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]))
  writeFileSync(
    join(folder, 'node_modules/.package-lock.json'),
    `${JSON.stringify({ name: 'labalaba', version, lockfileVersion: 3, packages }, null, 2)}\n`,
  )
}

function link(path: string, target: string): void {
  const place = join(folder, path)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(relative(dirname(place), join(folder, target)), place)
}

function sizeOf(place: string): number {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? lstatSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000)
}
