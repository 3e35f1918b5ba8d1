import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sighting } from './judge.ts'

const name = 'database-seen.json'

/** What this machine last saw of a database, from the data folder; null if there is nothing readable. */
export function readSighting(dataDir: string): Sighting | null {
  try {
    const { install, incarnation, seenAt } = JSON.parse(readFileSync(join(dataDir, name), 'utf8'))
    const time = new Date(seenAt)
    const isWhole = typeof install === 'string' && typeof incarnation === 'string'
    return isWhole && !Number.isNaN(time.getTime()) ? { install, incarnation, seenAt: time } : null
  } catch {
    return null
  }
}

/** Stores what this machine saw of a database in the data folder. Throws if the folder cannot be written to. */
export function writeSighting(dataDir: string, sighting: Sighting): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Several processes may share the folder, also in containers where all have the same id; a reader must never see a half.
  const draft = join(dataDir, `${name}.${randomUUID()}`)
  try {
    writeFileSync(draft, `${JSON.stringify(sighting)}\n`)
    renameSync(draft, join(dataDir, name))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
