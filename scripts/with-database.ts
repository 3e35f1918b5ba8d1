import { type DataFolder, DataFolderTaken, takeDataFolder } from './data-folder.ts'
import { runningPostgres, startPostgres } from './postgres.ts'
import type { House } from './runtime.ts'

/**
 * Calls `use` with the address of the database: of the configured one, of the embedded one that runs, or of the embedded one
 * started for this. Throws DataFolderTaken if another process holds the data folder and runs no database.
 */
export async function withDatabase<T>(
  house: House,
  use: (url: string | undefined) => Promise<T>,
): Promise<T> {
  if (!house.ownPostgres) return use(house.env.DATABASE_URL)
  let folder: DataFolder
  try {
    folder = takeDataFolder(house.dataDir)
  } catch (error) {
    const url = error instanceof DataFolderTaken ? runningPostgres(house.dataDir) : undefined
    if (url) return use(url)
    throw error
  }
  try {
    const postgres = await startPostgres({ folder })
    try {
      return await use(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    folder.release()
  }
}
