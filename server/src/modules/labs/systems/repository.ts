import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { LabSystem } from '../../../tables.ts'

export type SystemRow = Selectable<LabSystem> & {
  readonly made_name: string
  readonly revoked_name: string | null
}

function systems(db: Db) {
  return db
    .selectFrom('lab_system')
    .innerJoin('account as maker', 'maker.id', 'lab_system.made_by')
    .leftJoin('account as revoker', 'revoker.id', 'lab_system.revoked_by')
    .selectAll('lab_system')
    .select(['maker.name as made_name', 'revoker.name as revoked_name'])
}

/** The connected systems of a lab: the active ones first, then the newest. */
export async function systemsOf(db: Db, labId: number): Promise<SystemRow[]> {
  return await systems(db)
    .where('lab_system.lab_id', '=', labId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('lab_system.id', 'desc')
    .limit(50)
    .execute()
}

export async function systemOf(db: Db, labId: number, id: number): Promise<SystemRow | undefined> {
  return await systems(db)
    .where('lab_system.lab_id', '=', labId)
    .where('lab_system.id', '=', id)
    .executeTakeFirst()
}

/** The connected system with this key, if the key is not revoked. */
export async function systemByKey(db: Db, keyHash: Buffer): Promise<SystemRow | undefined> {
  return await systems(db).where('key_hash', '=', keyHash).where('revoked_at', 'is', null).executeTakeFirst()
}

/** Serializes creating and revoking keys of a lab. Returns how many keys are active. */
export async function lockKeys(tx: Tx, labId: number): Promise<number> {
  await tx.selectFrom('lab').select('id').where('id', '=', labId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { live } = await tx
    .selectFrom('lab_system')
    .select((e) => e.cast<number>(e.fn.countAll(), 'integer').as('live'))
    .where('lab_id', '=', labId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return live
}

type NewSystem = Pick<SystemRow, 'lab_id' | 'name' | 'key_start' | 'key_hash' | 'made_by' | 'made_at'>

export async function insertSystem(tx: Tx, system: NewSystem): Promise<number> {
  const { id } = await tx.insertInto('lab_system').values(system).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Revokes a key. A revoked key stays unchanged. */
export async function endKey(tx: Tx, id: number, by: { accountId: number; at: Date }): Promise<void> {
  await tx
    .updateTable('lab_system')
    .set({ revoked_by: by.accountId, revoked_at: by.at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Records that a key was used, and locks it until the transaction ends. Returns false if the key is revoked. */
export async function touchSystem(tx: Tx, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lab_system')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
