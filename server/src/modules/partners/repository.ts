import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { type Transition, transitionColumns } from '../../infra/state-machine.ts'
import type { PartnerApplication } from '../../tables.ts'
import type { ApplicationState } from './application-state-machine.ts'

export type ApplicationRow = Selectable<PartnerApplication>

/** The application that was sent with this client reference. */
export async function applicationByClientReference(
  tx: Tx,
  clientReference: string,
): Promise<ApplicationRow | undefined> {
  return await tx
    .selectFrom('partner_application')
    .selectAll()
    .where('client_reference', '=', clientReference)
    .executeTakeFirst()
}

/** Whether this email has sent an application with the same content since then. */
export async function wasSentSince(
  tx: Tx,
  email: string,
  requestHash: Buffer,
  since: Date,
): Promise<boolean> {
  const sent = await tx
    .selectFrom('partner_application')
    .select('id')
    .where('email', '=', email)
    .where('request_hash', '=', requestHash)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}

/** Inserts an application with its first event. Returns undefined if the client reference is taken. */
export async function insertApplication(
  tx: Tx,
  application: Insertable<PartnerApplication>,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('partner_application')
    .values(application)
    .onConflict((conflict) => conflict.column('client_reference').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  const { created_at: at } = application
  await insertEvent(tx, row.id, { verb: 'apply', from: 'new', to: 'new', actor: 'applicant', at })
  return row.id
}

export async function applicationById(db: Db, id: number): Promise<ApplicationRow | undefined> {
  return await db.selectFrom('partner_application').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks an application until the transaction ends. */
export async function lockApplication(tx: Tx, id: number): Promise<ApplicationRow | undefined> {
  return await tx
    .selectFrom('partner_application')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The newest applications, of one state or of all. */
export async function applicationsOf(
  db: Db,
  state: ApplicationState | null,
  limit: number,
): Promise<ApplicationRow[]> {
  let query = db.selectFrom('partner_application').selectAll().orderBy('id', 'desc').limit(limit)
  if (state) query = query.where('state', '=', state)
  return await query.execute()
}

export type Event = Transition<ApplicationState>

/** Transitions an application and records who moved it. */
export async function moveApplication(tx: Tx, id: number, event: Event): Promise<void> {
  await tx.updateTable('partner_application').set({ state: event.to }).where('id', '=', id).execute()
  await insertEvent(tx, id, event)
}

async function insertEvent(tx: Tx, applicationId: number, event: Event): Promise<void> {
  await tx
    .insertInto('partner_application_event')
    .values({ application_id: applicationId, ...transitionColumns(event) })
    .execute()
}
