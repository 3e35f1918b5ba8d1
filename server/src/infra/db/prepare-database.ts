import type { Config } from '../config/config.ts'
import { prepareQueue } from '../queue/workers.ts'
import { migrate } from './migrate.ts'
import { grantRights } from './roles/grant-rights.ts'

/**
 * Brings the tables, the queue and the rights of the roles to this version, as the owner. A login that does not own the
 * tables only checks that they are of this version. Throws ConfigError or OtherLayout if this version cannot use the tables.
 * Safe to run repeatedly and concurrently.
 */
export async function prepareDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
): Promise<void> {
  const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl
  if (!(await migrate(ownerUrl))) return
  await prepareQueue(ownerUrl)
  await grantRights(ownerUrl, config.databaseOwnerUrl !== null)
}
