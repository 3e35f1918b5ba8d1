import type { Db } from '../../../db.ts'
import type { Config } from '../../../infra/config/config.ts'
import { openSecret, secretFrom } from '../../../infra/config/secret.ts'
import { readUncovered } from '../chain/history-repository.ts'
import { type AuditKeys, openAuditKeys } from '../chain/keys.ts'
import { isSame } from '../chain/link.ts'
import { readBeginning, readMacs } from '../chain/repository.ts'
import { walkChain, walkWhole } from '../chain/walk.ts'
import { isSigned, readAnchorFiles, type SignedAnchor } from './anchor.ts'
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
  const stored = await readAllAnchors(db)
  const files = folder === null ? [] : readAnchorFiles(folder)
  const sinceRestart = (anchors: readonly SignedAnchor[]) =>
    anchors.filter(({ position }) => position >= beginning)
  return [
    ...(await compareAnchors(db, keys, sinceRestart(stored), 'in the database')),
    ...(await compareAnchors(db, keys, sinceRestart(files), 'in the folder')),
  ]
}

/** The last position that an anchor in the database or the folder names; 0 if there are no anchors. */
export async function lastAnchored(db: Db, { folder }: AuditCheck): Promise<number> {
  const anchors = [...(await readAllAnchors(db)), ...(folder === null ? [] : readAnchorFiles(folder))]
  return Math.max(0, ...anchors.map(({ position }) => position))
}

/** Describes where the chain disagrees with the anchors. `where` names the source of the anchors. */
export async function compareAnchors(
  db: Db,
  keys: AuditKeys,
  anchors: readonly SignedAnchor[],
  where: string,
): Promise<string[]> {
  const links = await readMacs(
    db,
    anchors.map(({ position }) => position),
  )
  const findings: string[] = []
  for (const anchor of anchors) {
    const name = `the anchor of ${anchor.day} ${where}`
    const mac = links.get(anchor.position)
    if (!isSigned(keys, anchor)) findings.push(`${name} is not signed by a key of ours`)
    else if (!mac) findings.push(`${name} names link ${anchor.position}, which is gone`)
    else if (!isSame(mac, anchor.mac)) findings.push(`${name} does not fit link ${anchor.position}`)
  }
  return findings
}

/** Keys and folder for checking the audit chain, from the configuration. */
export async function auditCheckOf(db: Db, config: Config): Promise<AuditCheck> {
  const secret = await openSecret(db, config.secretKey)
  return {
    keys: openAuditKeys(secret, config.secretKeysBefore.map(secretFrom)),
    folder: config.auditFolder,
  }
}
