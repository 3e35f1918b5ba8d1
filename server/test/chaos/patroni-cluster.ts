import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { freePort } from '../../../scripts/ports.ts'
import { watched } from '../../../scripts/postgres.ts'
import { chooseAccount } from '../../../scripts/postgres-account.ts'
import { descendants } from '../faults/product-process.ts'
import { openSql } from '../sql.ts'

const programs = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd' }
const postgresFolder = '/usr/lib/postgresql/15/bin'
const password = 'of-this-trial-only'

/** Why this machine cannot run such a cluster; null if it can. */
export function whyNoPatroni(): string | null {
  const missing = [programs.patroni, programs.etcd, join(postgresFolder, 'postgres')].filter(
    (path) => !existsSync(path),
  )
  return missing.length === 0
    ? null
    : `there is no ${missing.join(', ')} (Debian: apt-get install patroni etcd-server postgresql-15)`
}

export type NodeName = 'one' | 'two'
const names: readonly NodeName[] = ['one', 'two']

/** Two PostgreSQL servers under Patroni, one of them a synchronous standby. */
export type PatroniCluster = Awaited<ReturnType<typeof openPatroniCluster>>

/** Starts etcd and both servers, and resolves when the standby follows. */
export async function openPatroniCluster() {
  const home = mkdtempSync(join(tmpdir(), 'labalaba-patroni-'))
  const account = chooseAccount(home, programs.patroni)
  const ports = { etcd: await freePort(), peer: await freePort() }
  const nodes = {
    one: { postgres: await freePort(), api: await freePort() },
    two: { postgres: await freePort(), api: await freePort() },
  }
  const running = new Map<string, ChildProcess>()

  function launch(name: string, words: readonly string[]): void {
    const output = openSync(join(home, `${name}.log`), 'a')
    const env = { PATH: `${postgresFolder}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8', HOME: home }
    const all = ['-c', watched, 'sh', ...account.prefix, ...words]
    running.set(name, spawn('sh', all, { cwd: home, env, detached: true, stdio: ['pipe', output, output] }))
  }

  launch('etcd', etcdWords(join(home, 'etcd'), ports))
  for (const name of names) {
    mkdirSync(join(home, name))
    writeFileSync(join(home, `${name}.yml`), JSON.stringify(settingsOf(name, home, nodes[name], ports.etcd)))
  }
  const start = (name: NodeName) => launch(name, [programs.patroni, join(home, `${name}.yml`)])
  start('one')
  await untilTrue('the first server leads', async () => (await members(nodes)).some(isLeader))
  start('two')

  /** The processes of a node: Patroni, PostgreSQL, and what both have started. */
  function pidsOf(name: NodeName): number[] {
    const postmaster = postmasterOf(join(home, name, 'data'))
    const roots = [running.get(name)?.pid, postmaster].filter((pid) => pid !== undefined)
    return [...roots, ...roots.flatMap(descendants)]
  }

  const cluster = {
    home,
    /** The address with both hosts. */
    url: `postgres://postgres:${password}@${names.map((name) => `127.0.0.1:${nodes[name].postgres}`).join(',')}/labalaba?target_session_attrs=read-write`,
    /** The server that can be written to; undefined while there is none. */
    leader: async () => (await members(nodes)).find(isLeader)?.name,
    /** Whether one server leads and the other follows synchronously. */
    async isWhole(): Promise<boolean> {
      const all = await members(nodes)
      return all.some(isLeader) && all.some(({ role, state }) => role === 'sync_standby' && isUp(state))
    },
    start,
    /** Sends a signal to everything that runs on a node, as if the machine stopped. */
    signalMachine(name: NodeName, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
      for (const pid of pidsOf(name)) signalProcess(pid, signal)
    },
    /** Kills PostgreSQL alone; its Patroni lives on. */
    killPostgres(name: NodeName): void {
      const pid = postmasterOf(join(home, name, 'data'))
      if (pid) signalProcess(pid, 'SIGKILL')
    },
    /** Asks the leader to hand over to the other, as before work on its machine. */
    async switchOver(leader: NodeName): Promise<void> {
      await fetch(`http://127.0.0.1:${nodes[leader].api}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader }),
      }).then((reply) => reply.text())
    },
    async close(): Promise<void> {
      for (const name of names) cluster.signalMachine(name, 'SIGKILL')
      running.get('etcd')?.kill('SIGKILL')
      for (const child of running.values())
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
  await untilTrue('both servers run', cluster.isWhole)
  await makeDatabase(cluster.url)
  return cluster
}

function etcdWords(folder: string, { etcd, peer }: { readonly etcd: number; readonly peer: number }) {
  const [client, peers] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`]
  return [
    ...[
      programs.etcd,
      '--data-dir',
      folder,
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
    ],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
    // Patroni speaks the older API of etcd: with the newer one, its cache of keys can go stale for ever.
    ...['--initial-cluster', `default=${peers}`, '--enable-v2'],
  ]
}

/** Short limits, so that a lost primary is replaced in about twenty seconds; without a lost transaction. */
function settingsOf(
  name: NodeName,
  home: string,
  { postgres, api }: { readonly postgres: number; readonly api: number },
  etcd: number,
) {
  const rules = ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256']
  const dcs = {
    ttl: 20,
    loop_wait: 2,
    retry_timeout: 5,
    primary_start_timeout: 0,
    synchronous_mode: true,
    postgresql: {
      use_pg_rewind: true,
      parameters: { max_connections: 100, wal_log_hints: 'on', wal_keep_size: '512MB' },
    },
  }
  return {
    scope: 'labalaba',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd: { host: `127.0.0.1:${etcd}` },
    bootstrap: { dcs, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'] },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: join(home, name, 'data'),
      bin_dir: postgresFolder,
      pgpass: join(home, name, 'pgpass'),
      pg_hba: rules,
      parameters: { unix_socket_directories: '' },
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}

const member = z.object({ name: z.enum(['one', 'two']), role: z.string(), state: z.string() })
const known = z.object({ members: z.array(member) })
type Member = z.infer<typeof member>

const isUp = (state: string) => state === 'running' || state === 'streaming'
const isLeader = ({ role, state }: Member) => role === 'leader' && isUp(state)

/** What the first Patroni that answers knows of all. */
async function members(nodes: Readonly<Record<NodeName, { readonly api: number }>>): Promise<Member[]> {
  for (const name of names)
    try {
      const signal = AbortSignal.timeout(2000)
      const reply = await fetch(`http://127.0.0.1:${nodes[name].api}/cluster`, { signal })
      return known.parse(JSON.parse(await reply.text())).members
    } catch {
      // This one is down or held; the other may answer.
    }
  return []
}

function postmasterOf(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

async function makeDatabase(url: string): Promise<void> {
  const sql = openSql(url.replace('/labalaba?', '/postgres?'), 1)
  await sql`create database labalaba`
  await sql.end()
}

/** Waits for a condition; the machine may be slow. */
export async function untilTrue(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 300_000
  while (!(await isTrue())) {
    if (Date.now() > until) throw new Error(`in five minutes it did not come true that ${what}`)
    await pause(200)
  }
}
