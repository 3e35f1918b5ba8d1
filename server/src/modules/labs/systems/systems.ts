import { mostLabSystems } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken, newToken } from '../../../infra/http/session.ts'
import * as repository from './repository.ts'

/** Which manager of which lab acts, and when. */
export type ByManager = { readonly labId: number; readonly accountId: number; readonly at: Date }

/** The length of the key's start that stays visible to identify it. The rest has more than two hundred random bits. */
const shown = 12

/**
 * Creates a key for a connected system and returns it, only this once. The key belongs to the lab, so it still works after
 * the manager who made it leaves. Throws `many_systems`.
 */
export async function makeSystem(
  tx: Tx,
  { labId, accountId, at }: ByManager,
  name: string,
): Promise<{ readonly key: string; readonly system: repository.SystemRow }> {
  if ((await repository.lockKeys(tx, labId)) >= mostLabSystems) throw new DomainError('many_systems')
  const key = `lab_${newToken()}`
  const made = { made_by: accountId, made_at: at, key_start: key.slice(0, shown), key_hash: hashToken(key) }
  const id = await repository.insertSystem(tx, { lab_id: labId, name, ...made })
  return { key, system: await requireSystem(tx, labId, id) }
}

/** Revokes a key for good. Waits for deliveries in progress that use it. Calling it again has no effect. */
export async function revokeSystem(tx: Tx, by: ByManager, id: number): Promise<repository.SystemRow> {
  await requireSystem(tx, by.labId, id)
  await repository.endKey(tx, id, by)
  return await requireSystem(tx, by.labId, id)
}

async function requireSystem(db: Db, labId: number, id: number): Promise<repository.SystemRow> {
  const system = await repository.systemOf(db, labId, id)
  if (!system) throw new DomainError('not_found')
  return system
}
