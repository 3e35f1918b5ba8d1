import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with the migrations of this version. */
const ownMigrations = join(import.meta.dirname, '../../../migrations')

/** One file of migrations, with what the comments at its top say. */
export type Migration = {
  readonly name: string
  readonly text: string
  readonly hash: string
  /** An expand migration only adds what older versions can ignore; a contract migration takes away. Null if it says neither. */
  readonly phase: 'expand' | 'contract' | null
  /** The lowest level of a version that can run once this migration ran; null if only versions that have it can. */
  readonly worksFrom: string | null
  /** False for one statement that PostgreSQL refuses inside a transaction, such as `create index concurrently`. */
  readonly inTransaction: boolean
}

/** Every migration of a folder, in order; those of this version by default. */
export function listMigrations(folder = ownMigrations): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_.+\.sql$/.test(name))
  return names.sort().map((name) => readMigration(name, readFileSync(join(folder, name), 'utf8')))
}

/** Reads a migration and the comments at its top: `phase`, `works with versions from`, `no transaction`. */
export function readMigration(name: string, text: string): Migration {
  const [header = ''] = text.match(/^(?:\s*--.*(?:\n|$))*/) ?? []
  const phase = wordOf(header, /^-- phase: (expand|contract)$/m)
  return {
    name,
    text,
    hash: createHash('sha256').update(text).digest('hex'),
    phase: phase === 'expand' || phase === 'contract' ? phase : null,
    worksFrom: phase === 'expand' ? firstLevel : wordOf(header, /^-- works with versions from: (\d{4})$/m),
    inTransaction: !/^-- no transaction$/m.test(header),
  }
}

/** Every version has the first migration. */
const firstLevel = '0001'

function wordOf(header: string, pattern: RegExp): string | null {
  return header.match(pattern)?.[1] ?? null
}

/** The four digits of a migration. The level of a version is that of its last migration. */
export function levelOf({ name }: { readonly name: string }): string {
  return name.slice(0, 4)
}
