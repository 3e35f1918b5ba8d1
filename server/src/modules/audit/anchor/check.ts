import type { Db } from '../../../db.ts'
import { readUncovered } from '../chain/history-repository.ts'
import type { AuditKeys } from '../chain/keys.ts'
import { readBeginning } from '../chain/repository.ts'
import { walkChain, walkWhole } from '../chain/walk.ts'
import { isSigned, type SignedAnchor } from './anchor.ts'
import { compareAnchors } from './compare.ts'
import { readAnchorFiles } from './folder.ts'
import { anchorBefore, readAllAnchors } from './repository.ts'

/** What the check of the audit needs. */
export type AuditCheck = {
  readonly keys: AuditKeys
  /** The folder to which anchors are written in addition to the database; null if there is none. */
  readonly folder: string | null
}

/**
 * Checks the whole chain since its last restart, and the anchors since then. Returns the findings in words. Reads every row
 * of history.
 */
export async function checkWhole(db: Db, check: AuditCheck): Promise<string[]> {
  const { findings } = await walkWhole(db, check.keys)
  return [...findings, ...(await checkAnchors(db, check, await readBeginning(db)))]
}

const day = 86_400_000

/**
 * Checks the links since the last anchor that is older than a day, and the anchors. Returns the findings in words. Runs
 * every few minutes, so its duration must not grow with history.
 */
export async function checkRecent(db: Db, check: AuditCheck, now: Date): Promise<string[]> {
  const { keys } = check
  const beginning = await readBeginning(db)
  const since = await anchorBefore(db, new Date(now.getTime() - day))
  const walked =
    since && since.position >= beginning && isSigned(keys, since)
      ? (await walkChain(db, keys, since.position + 1, since.mac)).findings
      : (await walkChain(db, keys, beginning, null)).findings
  const anchors = await checkAnchors(db, check, beginning)
  return [...walked, ...(await readUncovered(db, 'recent')), ...anchors]
}

/** Skips anchors from before the last restart of the chain; only `check-audit` checks those. */
async function checkAnchors(db: Db, { keys, folder }: AuditCheck, beginning: number): Promise<string[]> {
  const kept = await readAllAnchors(db)
  const files = folder === null ? [] : readAnchorFiles(folder)
  const standing = (anchors: readonly SignedAnchor[]) =>
    anchors.filter(({ position }) => position >= beginning)
  return [
    ...(await compareAnchors(db, keys, standing(kept), 'in the database')),
    ...(await compareAnchors(db, keys, standing(files), 'in the folder')),
  ]
}

/** The last position that an anchor in the database or the folder names; 0 if there are no anchors. */
export async function lastAnchored(db: Db, { folder }: AuditCheck): Promise<number> {
  const anchors = [...(await readAllAnchors(db)), ...(folder === null ? [] : readAnchorFiles(folder))]
  return Math.max(0, ...anchors.map(({ position }) => position))
}
