import { lagosDate } from '@labalaba/contract'
import type { Chaining } from '../chain/append.ts'
import { readEnd, readLinks } from '../chain/repository.ts'
import { walkWhole } from '../chain/walk.ts'
import { signAnchor } from './anchor.ts'
import { writeAnchorFile } from './folder.ts'
import { anchorOf, insertAnchor } from './repository.ts'

/** What a new install takes over is in the chain by then, in milliseconds. */
const settlingIn = 3_600_000

/**
 * Once a day (by the calendar of Lagos): checks the whole chain, signs where it ends, keeps that, writes it to the folder and
 * has it mailed to the operator. Answers what the check found; null where the day has its anchor, or the chain is younger than
 * an hour.
 */
export async function anchorDay(
  { db, clock, keys }: Chaining,
  folder: string | null,
): Promise<readonly string[] | null> {
  const now = clock.now()
  const day = lagosDate(now)
  const before = await anchorOf(db, day)
  if (before) {
    // The folder may have been away when the anchor was made.
    if (folder !== null) writeAnchorFile(folder, before)
    return null
  }
  if ((await readEnd(db)) === null) return null
  // A chain whose first link is gone is anchored, with what the check finds.
  const [oldest] = await readLinks(db, 1, 1)
  if (oldest && now.getTime() - oldest.at.getTime() < settlingIn) return null
  const { position, mac, findings } = await walkWhole(db, keys)
  const anchor = signAnchor(keys.current, { day, position, mac, findings: findings.length })
  if (!(await db.transaction().execute((tx) => insertAnchor(tx, anchor, now)))) return null
  if (folder !== null) writeAnchorFile(folder, anchor)
  return findings
}
