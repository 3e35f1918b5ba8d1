import { lagosDate } from '@labalaba/contract'
import postgres from 'postgres'
import { systemClock } from '../../server/src/infra/clock.ts'
import { openPool } from '../../server/src/infra/db/pool.ts'
import { openSession } from '../../server/src/modules/accounts/sessions.ts'
import type { Tables } from '../../server/src/tables.ts'
import { type Drawn, drawScene } from './scene-repository.ts'

/** The subjects of the requests, and the sessions of the accounts that make them. */
export type Scene = Drawn & {
  readonly databaseUrl: string
  /** The Authorization header of a signed-in account, by its id. */
  readonly bearer: ReadonlyMap<number, string>
}

/** Draws a scene from a database, and signs its accounts in. */
export async function openScene(databaseUrl: string): Promise<Scene> {
  const now = systemClock.now()
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} })
  const drawn = await drawScene(sql, lagosDate(now))
  await sql.end()
  const pool = openPool<Tables>(databaseUrl, 2)
  const bearer = new Map<number, string>()
  for (const id of drawn.people) {
    const { token } = await pool.db.transaction().execute((tx) => openSession(tx, id, now))
    bearer.set(id, `Bearer ${token}`)
  }
  await pool.close()
  return { ...drawn, databaseUrl, bearer }
}
