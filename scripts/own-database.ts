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
 * Starts our own PostgreSQL on tables that this version can use. If another version made the tables of a demonstration, its
 * folder is renamed and a new one takes its place; if they are not of a demonstration, throws OtherLayout.
 */
export async function startOwnDatabase(folder: DataFolder, isDemo: boolean): Promise<OwnDatabase> {
  const postgres = await startPostgres({ folder })
  try {
    if (await isUsable(postgres.url, isDemo)) return { folder, postgres }
  } catch (error) {
    await postgres.stop()
    throw error
  }
  await postgres.stop()
  const replaced = replaceDataFolder(folder, 'old-layout')
  return { ...replaced, postgres: await startPostgres({ folder: replaced.folder }) }
}

/** False for a demonstration with the tables of another version; throws OtherLayout for anything else with such tables. */
async function isUsable(url: string, isDemo: boolean): Promise<boolean> {
  // Imported here: PostgreSQL starts while the server is loaded.
  const { findOtherLayout } = await import('../server/src/infra/db/migrate.ts')
  const problem = await findOtherLayout(url)
  if (!problem) return true
  const { isDemonstration } = await import('../server/src/whose-data.ts')
  if (isDemo && (await isDemonstration(url))) return false
  throw problem
}
