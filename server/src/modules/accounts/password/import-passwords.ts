import type { Tx } from '../../../db.ts'
import { publicHash } from './known-list.ts'
import { addKnown } from './repository.ts'

/** How many passwords of a list were new, were known already, and could not be read. */
export type ImportedPasswords = { readonly added: number; readonly known: number; readonly unread: number }

/** Longer lines are not read as passwords. */
const longest = 128
const atOnce = 5000

/**
 * Adds a list of common or stolen passwords to those that are refused. A line is a password, or the SHA-1 of one in
 * hexadecimal digits, optionally followed by `:` and a count, as in the files of Have I Been Pwned.
 */
export async function importPasswords(tx: Tx, lines: AsyncIterable<string>): Promise<ImportedPasswords> {
  let [added, hashed, unread] = [0, 0, 0]
  let waiting: Buffer[] = []
  async function add(): Promise<void> {
    added += await addKnown(tx, waiting)
    hashed += waiting.length
    waiting = []
  }
  for await (const line of lines) {
    if (line === '') continue
    const hash = hashIn(line)
    if (hash) waiting.push(hash)
    else unread += 1
    if (waiting.length === atOnce) await add()
  }
  if (waiting.length > 0) await add()
  return { added, known: hashed - added, unread }
}

function hashIn(line: string): Buffer | null {
  const [, hex] = line.match(/^([0-9a-f]{40})(?::\d+)?$/i) ?? []
  if (hex) return Buffer.from(hex, 'hex')
  // Bytes that are not UTF-8 were read as this character, so the hash would be of another password.
  return line.length > longest || line.includes('\uFFFD') ? null : publicHash(line)
}
