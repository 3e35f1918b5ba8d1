import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { type Transition, transitionColumns } from '../../../infra/state-machine.ts'
import type { StaffMember } from '../../../tables.ts'
import type { StaffState } from './staff-state-machine.ts'

export type StaffRow = Selectable<StaffMember>

/** Adds a staff member with the first event; returns undefined if the address has an invitation already. */
export async function insertStaff(
  tx: Tx,
  member: Insertable<StaffMember>,
  event: Pick<Transition<StaffState>, 'verb' | 'actor' | 'reason'>,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('staff_member')
    .values(member)
    // A literal: with a parameter, PostgreSQL would not recognise the partial index once it uses a generic plan.
    .onConflict((conflict) => conflict.column('email').where('state', '=', sql.lit('invited')).doNothing())
    .returning(['id', 'state'])
    .executeTakeFirst()
  if (!row) return undefined
  await insertEvent(tx, row.id, { ...event, from: 'invited', to: row.state, at: member.invited_at as Date })
  return row.id
}

export async function staffById(db: Db, id: string): Promise<StaffRow | undefined> {
  return await db.selectFrom('staff_member').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function staffOfAccount(db: Db, accountId: number): Promise<StaffRow | undefined> {
  return await db
    .selectFrom('staff_member')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function staffByToken(db: Db, tokenHash: Buffer): Promise<StaffRow | undefined> {
  return await db
    .selectFrom('staff_member')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function lockStaff(tx: Tx, id: string): Promise<StaffRow | undefined> {
  return await tx
    .selectFrom('staff_member')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Sets the state of an invitation and other changes, and records the event with its actor. */
export async function moveStaff(
  tx: Tx,
  id: string,
  event: Transition<StaffState>,
  changes: Partial<Pick<StaffRow, 'account_id' | 'invited_at' | 'expires_at' | 'token_hash' | 'name'>> = {},
): Promise<void> {
  await tx
    .updateTable('staff_member')
    .set({ ...changes, state: event.to })
    .where('id', '=', id)
    .execute()
  await insertEvent(tx, id, event)
}

async function insertEvent(tx: Tx, staffId: string, event: Transition<StaffState>): Promise<void> {
  await tx
    .insertInto('staff_member_event')
    .values({ staff_id: staffId, ...transitionColumns(event) })
    .execute()
}

/** Operators who can sign in, locked, so that two operators who suspend each other do so one after the other. */
export async function lockActiveOperators(tx: Tx): Promise<number[]> {
  const found = await tx
    .selectFrom('account')
    .select('id')
    .where('type', '=', 'operator')
    .where('state', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return found.map(({ id }) => id)
}

export type ListedStaff = Omit<StaffRow, 'token_hash' | 'invited_by'> & {
  readonly account_state: 'unverified' | 'active' | 'suspended' | 'deleted' | null
  readonly has_factor: boolean
}

type Page = { readonly q: string; readonly limit: number; readonly offset: number }

/** A page of all staff members, including invited ones, the newest first, and the total number. */
export async function listStaff(db: Db, page: Page): Promise<{ staff: ListedStaff[]; total: number }> {
  const found = db
    .selectFrom('staff_member')
    .leftJoin('account', 'account.id', 'staff_member.account_id')
    .leftJoin('second_factor', 'second_factor.account_id', 'staff_member.account_id')
    .$if(page.q !== '', (query) =>
      query.where((row) =>
        row.or([
          row(
            row.fn<string>('fold', ['staff_member.name']),
            'like',
            sql<string>`'%' || fold(${page.q}) || '%'`,
          ),
          row('staff_member.email', 'like', sql<string>`'%' || ${page.q} || '%'`),
        ]),
      ),
    )
  const staff = await found
    .select([
      ...(['staff_member.id', 'staff_member.type', 'staff_member.email', 'staff_member.state'] as const),
      ...(['staff_member.account_id', 'staff_member.invited_at', 'staff_member.expires_at'] as const),
      'account.state as account_state',
    ])
    .select((row) => [
      row.fn.coalesce('account.name', 'staff_member.name').as('name'),
      row('second_factor.confirmed_at', 'is not', null).as('has_factor'),
    ])
    .orderBy('staff_member.invited_at', 'desc')
    .orderBy('staff_member.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { staff: staff.map((one) => ({ ...one, has_factor: Boolean(one.has_factor) })), total }
}
