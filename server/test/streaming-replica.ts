import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lets a replica connect to the stopped PostgreSQL of a data folder. */
export function admitReplica(folder: string): void {
  appendFileSync(join(folder, 'postgres/pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n')
}

/** Copies the stopped PostgreSQL of a data folder to another data folder, where a replica starts from it. */
export function copyForReplica(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')])
  copyFileSync(join(from, 'postgres.password'), join(to, 'postgres.password'))
}

/** Lets the stopped PostgreSQL of a data folder follow the one at `url`. */
export function follow(folder: string, url: string): void {
  const { username, password, port } = new URL(url)
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  appendFileSync(join(folder, 'postgres/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  writeFileSync(join(folder, 'postgres/standby.signal'), '')
}
