import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a database address is that of the embedded PostgreSQL of a data folder: on this machine, with the port that its
 * server has written down.
 */
export function isEmbedded(databaseUrl: string, dataDir: string): boolean {
  try {
    const { hostname, port } = new URL(databaseUrl)
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return hostname === '127.0.0.1' && port !== '' && lines[3] === port
  } catch {
    return false
  }
}
