import type { LagosDate } from '@labalaba/contract'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { LocationPause } from '../../../tables.ts'

export type PauseRow = Selectable<LocationPause>

/** The pauses of a location, the newest first, eleven at most. */
export async function pausesOf(db: Db, locationId: number): Promise<PauseRow[]> {
  return await db
    .selectFrom('location_pause')
    .selectAll()
    .where('location_id', '=', locationId)
    .orderBy('id', 'desc')
    .limit(11)
    .execute()
}

/** The pause of a location that was not ended; its last day may be over. Locks it. */
export async function openPause(tx: Tx, locationId: number): Promise<PauseRow | undefined> {
  return await tx
    .selectFrom('location_pause')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

type Ended = { readonly accountId: number; readonly at: Date }

/** Ends a pause once. A pause that has already ended stays unchanged. */
export async function closePause(tx: Tx, id: number, { accountId, at }: Ended): Promise<void> {
  await tx
    .updateTable('location_pause')
    .set({ ended_at: at, ended_by: accountId })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

type Begun = Ended & {
  readonly locationId: number
  readonly reason: string
  readonly words: string
  readonly againOn: LagosDate | null
}

/** Stores a pause that begins now. Returns its id. */
export async function insertPause(tx: Tx, begun: Begun): Promise<number> {
  const { locationId, reason, words, againOn, accountId, at } = begun
  const { id } = await tx
    .insertInto('location_pause')
    .values({
      ...{ location_id: locationId, reason, words, again_on: againOn },
      ...{ begun_at: at, begun_by: accountId },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
