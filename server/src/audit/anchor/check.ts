import type { Db } from '../../db.ts'
import { readUncovered } from '../chain/history-repository.ts'
import type { AuditKeys } from '../chain/keys.ts'
import { readBeginning } from '../chain/repository.ts'
import { walkChain, walkWhole } from '../chain/walk.ts'
import { isSigned, type SignedAnchor } from './anchor.ts'
import { compareAnchors } from './compare.ts'
import { readAnchorFiles } from './folder.ts'
import { anchorBefore, readAllAnchors } from './repository.ts'

/** What the audit is checked with. */
export type AuditCheck = {
  readonly keys: AuditKeys
  /** Where anchors are written beside the database; null where nowhere. */
  readonly folder: string | null
}

/**
 * What does not hold of the chain since it was begun last, and of the anchors since then, in words. Reads every row of
 * history.
 */
export async function checkWhole(db: Db, check: AuditCheck): Promise<string[]> {
  const { findings } = await walkWhole(db, check.keys)
  return [...findings, ...(await checkAnchors(db, check, await readBeginning(db)))]
}

const day = 86_400_000

/**
 * What does not hold of what was chained since the last anchor that is older than a day, and of the anchors. For a look
 * every few minutes, which must not take longer as history grows.
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

/** Anchors from before the chain was begun anew are for `check-audit`. */
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

/** The last position that an anchor names, in the database or in the folder; 0 where there is none. */
export async function lastAnchored(db: Db, { folder }: AuditCheck): Promise<number> {
  const anchors = [...(await readAllAnchors(db)), ...(folder === null ? [] : readAnchorFiles(folder))]
  return Math.max(0, ...anchors.map(({ position }) => position))
}
