import type { Migration } from '../server/src/infra/db/migrations.ts'
import { type DataFolder, replaceDataFolder } from './data-folder.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/** Our own PostgreSQL, and the folder that it runs on. */
export type OwnDatabase = {
  readonly folder: DataFolder
  readonly postgres: Postgres
  /** Where the folder of another version's demonstration is now, if it was replaced. */
  readonly aside?: string
}

/**
 * Starts our own PostgreSQL and brings its tables to this version; newer ones that this version can use stay as they are. If
 * this version cannot use the tables of a demonstration, its folder is renamed and a new one takes its place; if they are not
 * of a demonstration, throws OtherLayout. Only tests pass other migrations than those of this version.
 */
export async function startOwnDatabase(
  folder: DataFolder,
  isDemo: boolean,
  migrations?: readonly Migration[],
): Promise<OwnDatabase> {
  const postgres = await startPostgres({ folder })
  if (await stopIfItFails(postgres, () => migrateIfUsable(postgres.url, isDemo, migrations)))
    return { folder, postgres }
  await postgres.stop()
  const replaced = replaceDataFolder(folder, 'old-layout')
  const fresh = await startPostgres({ folder: replaced.folder })
  await stopIfItFails(fresh, () => migrateIfUsable(fresh.url, isDemo, migrations))
  return { ...replaced, postgres: fresh }
}

async function stopIfItFails<T>(postgres: Postgres, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/**
 * Migrates tables that this version can use. Returns false for a demonstration whose tables it cannot use, and throws
 * OtherLayout for anything else with such tables.
 */
async function migrateIfUsable(
  url: string,
  isDemo: boolean,
  migrations?: readonly Migration[],
): Promise<boolean> {
  // Imported here: PostgreSQL starts while the server is loaded.
  const { migrate, readLayout } = await import('../server/src/infra/db/migrate.ts')
  const layout = await readLayout(url, migrations)
  if (layout.kind !== 'other') {
    await migrate(url, migrations && { migrations })
    return true
  }
  const { isDemonstration } = await import('../server/src/whose-data.ts')
  if (isDemo && (await isDemonstration(url))) return false
  throw layout.problem
}
