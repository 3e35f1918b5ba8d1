import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineOf, readAnchors, type SignedAnchor } from './anchor.ts'

const nameOf = (day: string) => `audit-anchor-${day}.txt`

/**
 * Writes an anchor to a file of its own, read-only, in a folder. A file that is there is never written over: where it holds
 * something else, the check of the chain says so. Throws where the folder cannot be written to.
 */
export function writeAnchorFile(folder: string, anchor: SignedAnchor): void {
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, nameOf(anchor.day)), `${lineOf(anchor)}\n`, { flag: 'wx', mode: 0o444 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** The anchors in a folder; none where there is no folder yet. */
export function readAnchorFiles(folder: string): SignedAnchor[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
    return names.flatMap((name) => readAnchors(readFileSync(join(folder, name), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
