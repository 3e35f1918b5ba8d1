import type { Db } from './db.ts'
import { ConfigError } from './infra/config/config.ts'
import { openPool } from './infra/db/pool.ts'
import { hasDemoAccounts } from './modules/accounts/index.ts'
import { hasDemoLabs, hasRealLabs } from './modules/labs/index.ts'
import type { Tables } from './tables.ts'

/**
 * Separates demonstrations from real installs. A demonstration, with its play money and known passwords, never runs on real
 * labs; a real install never runs on the labs or accounts of a demonstration. Throws ConfigError, which tells the operator
 * what to do.
 */
export async function refuseMixture(db: Db, demo: boolean): Promise<void> {
  if (demo && (await hasRealLabs(db)))
    throw new ConfigError([
      'DEMO is on, but this database holds real labs. Run with DEMO=off, or give the demonstration a database of its own.',
    ])
  if (!demo && ((await hasDemoLabs(db)) || (await hasDemoAccounts(db))))
    throw new ConfigError([
      "DEMO is off, but this database holds a demonstration's labs and accounts. Use a database of its own for a real install, or run with DEMO=on.",
    ])
}

/**
 * Whether a database holds a demonstration and no real lab. Its tables may be of another version; if they cannot say it, the
 * answer is no.
 */
export async function isDemonstration(databaseUrl: string): Promise<boolean> {
  const { db, close } = openPool<Tables>(databaseUrl, 1)
  try {
    return !(await hasRealLabs(db)) && ((await hasDemoLabs(db)) || (await hasDemoAccounts(db)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && absent.has(String(error.code))) return false
    throw error
  } finally {
    await close()
  }
}

/** PostgreSQL's codes for a column or a table that does not exist. */
const absent = new Set(['42703', '42P01'])
