import type { Db } from '../../../db.ts'
import type { AuditKeys } from '../chain/keys.ts'
import { isSame } from '../chain/link.ts'
import { readMacs } from '../chain/repository.ts'
import { isSigned, type SignedAnchor } from './anchor.ts'

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
