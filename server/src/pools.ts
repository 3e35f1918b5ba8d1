import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'
import { openPool, type Pool } from './platform/pool.ts'
import { mayAlterHistory } from './platform/roles/catalogue-repository.ts'
import type { Tables } from './tables.ts'

/** The connections of one process to the database, each pool with its login. */
export type Pools = {
  /** Of the site; of the worker, where this process does nothing else. */
  readonly main: Pool<Tables>
  /** Of the worker: the same pool where it has no login of its own. */
  readonly worker: Pool<Tables>
  /** Connections that Paystack's word, health and metrics have to themselves; none is opened before it is wanted. */
  readonly reserve: Pool<Tables>
  readonly workerUrl: string
  /** Each login in use, once, with the setting that it stands in. */
  readonly logins: readonly { readonly setting: string; readonly pool: Pool<Tables> }[]
  close(): Promise<void>
}

const reserved = 2

/** Opens the pools that a process needs. A worker beside the site has half as many connections as the site. */
export function openPools(config: Config, works: boolean, log: Log): Pools {
  const open = (url: string, connections: number) =>
    openPool<Tables>(url, connections, (error) =>
      log.warn({ err: error }, 'a connection to the database was lost'),
    )
  const workerUrl = config.databaseWorkerUrl ?? config.databaseUrl
  const mainUrl = config.role === 'worker' ? workerUrl : config.databaseUrl
  const main = open(mainUrl, config.databasePool)
  const isApart = works && mainUrl !== workerUrl
  const worker = isApart ? open(workerUrl, Math.max(4, Math.ceil(config.databasePool / 2))) : main
  const reserve = openPool<Tables>(mainUrl, reserved)
  const workersSetting = config.databaseWorkerUrl === null ? 'DATABASE_URL' : 'DATABASE_WORKER_URL'
  return {
    ...{ main, worker, reserve, workerUrl },
    logins: [
      { setting: config.role === 'worker' ? workersSetting : 'DATABASE_URL', pool: main },
      ...(isApart ? [{ setting: workersSetting, pool: worker }] : []),
    ],
    async close() {
      await Promise.all([...new Set([main, worker, reserve])].map((pool) => pool.close()))
    },
  }
}

/** The settings of the logins in use that can alter history, so that only triggers protect it from them. */
export async function findLoginsOverHistory({ logins }: Pools): Promise<string[]> {
  const found = await Promise.all(
    logins.map(async ({ setting, pool }) => ({ setting, may: await mayAlterHistory(pool.connections) })),
  )
  return found.filter(({ may }) => may).map(({ setting }) => setting)
}
