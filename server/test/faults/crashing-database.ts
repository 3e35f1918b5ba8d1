import { CompiledQuery, type DatabaseConnection, Kysely } from 'kysely'
import type { Db } from '../../src/db.ts'
import { dialectOf } from '../../src/infra/db/pool.ts'
import type { Tables } from '../../src/tables.ts'
import type { World } from '../world.ts'

/** The process has died: no further statement reaches the database. */
export class Died extends Error {
  override name = 'Died'
}

/**
 * How many statements a process lives for, and whether its last one is still answered. `begin` and `commit`
 * count.
 */
export type Life = { left: number; readonly lastAnswer: 'heard' | 'lost' }

/**
 * A database connection of a process that dies. After its last statement every other throws, so the database
 * rolls back what was not committed, as it does when a connection is cut.
 */
export function crashingDb(connections: World['connections'], life: Life): Db {
  const dialect = dialectOf(connections)
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (options) => crashingConnection(await acquire(options), life)
    return driver
  }
  return new Kysely<Tables>({ dialect })
}

function crashingConnection(connection: DatabaseConnection, life: Life): DatabaseConnection {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query, ...others) => {
    // The database itself rolls back what a dead client began.
    if (query.sql.toLowerCase() === 'rollback') return await execute(query, ...others)
    if (life.left <= 0) throw new Died()
    life.left -= 1
    const answer = await execute(query, ...others)
    if (life.left === 0 && life.lastAnswer === 'lost') {
      // Kysely rolls back no transaction whose beginning failed, and the next user of the connection would be inside it.
      if (query.sql === 'begin') await execute(CompiledQuery.raw('rollback'))
      throw new Died()
    }
    return answer as Awaited<ReturnType<typeof connection.executeQuery<never>>>
  }
  return connection
}
