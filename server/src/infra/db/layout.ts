import { levelOf, type Migration } from './migrations.ts'

/** A migration that ran on a database, as its table `migration` has it. */
export type AppliedMigration = Pick<Migration, 'name' | 'hash' | 'worksFrom'>

/** Reads the migrations that ran. An older table `migration` lacks `works_from`, which must not make this query fail. */
export const appliedQuery =
  'select name, hash, to_jsonb(migration) ->> \'works_from\' as "worksFrom" from migration order by name'

/** The tables of a database do not fit this version. The message says what to do. */
export class OtherLayout extends Error {
  override name = 'OtherLayout'
}

/** How the tables of a database compare with the migrations of this version. */
export type Layout =
  /** No migration ran. */
  | { readonly kind: 'empty' }
  /** Exactly the migrations of this version ran. */
  | { readonly kind: 'own' }
  /** Migrations of newer versions ran too, and all of them say that this version can run. */
  | { readonly kind: 'newer'; readonly newer: readonly AppliedMigration[] }
  /** Migrations of this version are missing. */
  | { readonly kind: 'behind'; readonly missing: readonly Migration[] }
  /** This version cannot run. */
  | { readonly kind: 'other'; readonly problem: OtherLayout }

/** Compares the migrations that ran on a database with those of this version. */
export function judgeLayout(applied: readonly AppliedMigration[], own: readonly Migration[]): Layout {
  if (applied.length === 0) return { kind: 'empty' }
  const has = (list: readonly { readonly name: string }[], { name }: { readonly name: string }) =>
    list.some((one) => one.name === name)
  const missing = own.filter((one) => !has(applied, one))
  const unknown = applied.filter((one) => !has(own, one))
  const changed = own.find(({ name, hash }) => applied.some((one) => one.name === name && one.hash !== hash))
  if (!changed && unknown.length === 0)
    return missing.length === 0 ? { kind: 'own' } : { kind: 'behind', missing }

  const level = levelOf(own.at(-1) ?? { name: '' })
  const isNewer = !changed && missing.length === 0 && unknown.every((one) => levelOf(one) > level)
  const breaking = unknown.find(({ worksFrom }) => worksFrom === null || worksFrom > level)
  if (isNewer && !breaking) return { kind: 'newer', newer: unknown }
  const found = isNewer
    ? `a newer version of Labalaba made it: ${range(unknown)} ran on it${breaking?.worksFrom ? ` (${breaking.name} works only with versions that have migration ${breaking.worksFrom})` : ''}`
    : `another version of Labalaba made it: ${unknown.length > 0 ? `${range(unknown)} ran on it` : `its ${changed?.name} had other contents`}`
  return { kind: 'other', problem: refuse(found, range(own), isNewer) }
}

function refuse(found: string, own: string, isNewer: boolean): OtherLayout {
  const whatToDo = isNewer
    ? 'Start that newer version, or restore the backup from before the upgrade.'
    : 'Start the version that made it, or give this one an empty database: another one in DATABASE_URL, or another folder in DATA_DIR if you use the built-in one.'
  return new OtherLayout(
    `The database cannot be used, because ${found}, and this version has ${own}. Nothing was changed. ${whatToDo}`,
  )
}

/** The refusal to start on a database that lacks migrations. */
export function behindProblem(missing: readonly Migration[]): OtherLayout {
  return new OtherLayout(
    `The database is older than this version: ${range(missing)} did not run on it. Nothing was changed. Make a backup, run \`npm run labalaba -- migrate\` (with the login of the tables' owner in DATABASE_OWNER_URL, if DATABASE_URL has another one), and start again.`,
  )
}

/** The names of some migrations, in short. */
function range(migrations: readonly { readonly name: string }[]): string {
  const [first, last] = [migrations[0]?.name, migrations.at(-1)?.name]
  return migrations.length < 2 ? `${first}` : `${first} to ${last} (${migrations.length} migrations)`
}
