import type { Config } from '../config/config.ts'
import { prepareQueue } from '../queue/workers.ts'
import { setUpIfEmpty } from './migrate.ts'
import { listMigrations, type Migration } from './migrations.ts'
import { grantRights } from './roles/grant-rights.ts'

/**
 * Sets up an empty database, and checks any other. If the login owns the tables and they are of this version, it also brings
 * the queue and the rights of the roles to this version. Returns whether newer versions have changed the tables: then it
 * changes nothing, because this version does not know what belongs to them. Throws OtherLayout if this version cannot run on
 * the tables, or if migrations are missing. `report` gets a line for what takes time. Safe to run repeatedly and concurrently.
 */
export async function prepareDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
  migrations: readonly Migration[] = listMigrations(),
  report: (line: string) => void = () => {},
): Promise<{ readonly isNewer: boolean }> {
  const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl
  const { isNewer, isOwner } = await setUpIfEmpty(ownerUrl, migrations, report)
  if (isOwner && !isNewer) {
    await prepareQueue(ownerUrl)
    await grantRights(ownerUrl, config.databaseOwnerUrl !== null)
  }
  return { isNewer }
}
