import { lagosDate } from '@labalaba/contract'
import type { Chaining } from '../chain/append.ts'
import { readEnd, readLinks } from '../chain/repository.ts'
import { walkWhole } from '../chain/walk.ts'
import { signAnchor, writeAnchorFile } from './anchor.ts'
import { anchorOf, insertAnchor } from './repository.ts'

/** Within this time (milliseconds), the rows that a new install takes over have been chained. */
const settlingIn = 3_600_000

/**
 * Once a day (calendar of Lagos): checks the whole chain, signs where it ends, stores the anchor, writes it to the folder
 * and has it mailed to the operator. Returns the findings of the check; null if the day already has its anchor or the chain
 * is younger than an hour.
 */
export async function anchorDay(
  { db, clock, keys }: Chaining,
  folder: string | null,
): Promise<readonly string[] | null> {
  const now = clock.now()
  const day = lagosDate(now)
  const before = await anchorOf(db, day)
  if (before) {
    // The folder may have been unavailable when the anchor was made.
    if (folder !== null) writeAnchorFile(folder, before)
    return null
  }
  if ((await readEnd(db)) === null) return null
  // A chain whose first link is missing is anchored too, with the findings of the check.
  const [oldest] = await readLinks(db, 1, 1)
  if (oldest && now.getTime() - oldest.at.getTime() < settlingIn) return null
  const { position, mac, findings } = await walkWhole(db, keys)
  const anchor = signAnchor(keys.current, { day, position, mac, findings: findings.length })
  if (!(await db.transaction().execute((tx) => insertAnchor(tx, anchor, now)))) return null
  if (folder !== null) writeAnchorFile(folder, anchor)
  return findings
}
