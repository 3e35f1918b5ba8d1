import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, lchownSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, chooseAccount } from './postgres-account.ts'
import type { Binaries } from './postgres-binaries.ts'

/** The database name of every install, whichever user runs the server. */
export const databaseName = 'labalaba'

/** The database's files, their owner, and the password of its only user. */
export type Cluster = { readonly path: string; readonly account: Account; readonly password: string }

const run = promisify(execFile)

const initdbOptions = [
  ...['-U', 'postgres', '--auth=trust', '-E', 'UTF8'],
  ...['--locale-provider=builtin', '--locale=C.UTF-8'],
]

/**
 * Finds the database files in the data folder, or creates them with the empty database `labalaba`. They are created in
 * another folder and moved at the end, so incomplete files are never used.
 */
export async function openCluster(dataDir: string, binaries: Binaries, throwaway: boolean): Promise<Cluster> {
  const path = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres.password')
  if (!existsSync(path)) {
    const half = join(dataDir, 'postgres.half')
    rmSync(half, { recursive: true, force: true })
    const password = randomBytes(24).toString('base64url')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    await makeCluster(
      { path: half, account: chooseAccount(half, binaries.postgres), password },
      binaries,
      throwaway,
    )
    renameSync(half, path)
  }
  return {
    path,
    account: chooseAccount(path, binaries.postgres),
    password: readFileSync(passwordFile, 'utf8'),
  }
}

async function makeCluster(cluster: Cluster, binaries: Binaries, throwaway: boolean): Promise<void> {
  const { path, account, password } = cluster
  await runAs(account, [binaries.initdb, '-D', path, ...initdbOptions, ...(throwaway ? ['--no-sync'] : [])])
  const statements = `ALTER ROLE postgres PASSWORD '${password}'\nCREATE DATABASE ${databaseName}\n`
  await runAs(account, [binaries.postgres, '--single', '-D', path, 'postgres'], statements)
  // From here on only users who can read the data folder can connect, not every user of this machine.
  const rules = join(path, 'pg_hba.conf')
  writeFileSync(rules, 'host all all 127.0.0.1/32 scram-sha-256\n')
  lchownSync(rules, account.uid, account.gid)
}

async function runAs(account: Account, words: string[], input = ''): Promise<void> {
  const [command = '', ...rest] = [...account.prefix, ...words]
  const running = run(command, rest, { cwd: '/', env: plainEnvironment() })
  running.child.stdin?.end(input)
  await running
}

/** PostgreSQL's settings and messages must not depend on the language or the PG… variables of the user who starts it. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}
