import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineOf, readAnchors, type SignedAnchor } from './anchor.ts'

const nameOf = (day: string) => `audit-anchor-${day}.txt`

/**
 * Writes an anchor to its own read-only file in a folder. Never overwrites an existing file: if its content differs, the
 * check of the chain reports it. Throws if the folder cannot be written to.
 */
export function writeAnchorFile(folder: string, anchor: SignedAnchor): void {
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, nameOf(anchor.day)), `${lineOf(anchor)}\n`, { flag: 'wx', mode: 0o444 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** The anchors in a folder; empty if the folder does not exist. */
export function readAnchorFiles(folder: string): SignedAnchor[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
    return names.flatMap((name) => readAnchors(readFileSync(join(folder, name), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
