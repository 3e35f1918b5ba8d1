import type { Config } from './infra/config/config.ts'
import { openPool, type Pool } from './infra/db/pool.ts'
import { mayAlterHistory } from './infra/db/roles/grant-rights.ts'
import type { Log } from './infra/observability/log.ts'
import type { Tables } from './tables.ts'

/** The database connection pools of one process, each with its login. */
export type Pools = {
  /** The pool of the site, or of the worker if this process is only a worker. */
  readonly main: Pool<Tables>
  /** The pool of the worker. The same as `main` if the worker has no login of its own. */
  readonly worker: Pool<Tables>
  /** Connections reserved for Paystack webhooks, health, metrics, alarms and the heartbeat, which keeps one of them open. */
  readonly reserve: Pool<Tables>
  /** The replica from which lists may be read; null if there is none, or this process serves no site. */
  readonly replica: Pool<Tables> | null
  readonly workerUrl: string
  /** Each login in use, once, with the name of its setting. */
  readonly logins: readonly { readonly setting: string; readonly pool: Pool<Tables> }[]
  close(): Promise<void>
}

const reserved = 2

/** Opens the pools that a process needs. A worker in the same process as the site gets half as many connections. */
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
  const { databaseReadUrl } = config
  const replica =
    databaseReadUrl === null || config.role === 'worker' ? null : open(databaseReadUrl, config.databasePool)
  const workersSetting = config.databaseWorkerUrl === null ? 'DATABASE_URL' : 'DATABASE_WORKER_URL'
  return {
    main,
    worker,
    reserve,
    replica,
    workerUrl,
    logins: [
      { setting: config.role === 'worker' ? workersSetting : 'DATABASE_URL', pool: main },
      ...(isApart ? [{ setting: workersSetting, pool: worker }] : []),
    ],
    async close() {
      const opened = new Set([main, worker, reserve, ...(replica ? [replica] : [])])
      await Promise.all([...opened].map((pool) => pool.close()))
    },
  }
}

/** The settings of logins in use that can alter history. Only triggers protect history from these logins. */
export async function findLoginsOverHistory({ logins }: Pools): Promise<string[]> {
  const found = await Promise.all(
    logins.map(async ({ setting, pool }) => ({ setting, may: await mayAlterHistory(pool.connections) })),
  )
  return found.filter(({ may }) => may).map(({ setting }) => setting)
}
