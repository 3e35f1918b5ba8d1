import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { type Transition, transitionColumns } from '../../infra/state-machine.ts'
import type { DoctorLicence } from '../../tables.ts'
import type { LicenceState } from './licence-state-machine.ts'

export type LicenceRow = Selectable<DoctorLicence>

const head = [
  ...(['id', 'account_id', 'name', 'folio_number', 'practising_year', 'document_type'] as const),
  ...(['file_id', 'document_hash', 'state', 'note', 'submitted_at', 'decided_at', 'reminders'] as const),
] as const
/** The licences of an account, the newest first. */
export async function licencesOf(db: Db, accountId: number): Promise<LicenceRow[]> {
  return await db
    .selectFrom('doctor_licence')
    .select(head)
    .where('account_id', '=', accountId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Locks the licences of an account that can still move, until the transaction ends. */
export async function lockLicencesOf(tx: Tx, accountId: number): Promise<LicenceRow[]> {
  return await tx
    .selectFrom('doctor_licence')
    .select(head)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['submitted', 'asked', 'accepted', 'suspended'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function licenceById(db: Db, id: string): Promise<LicenceRow | undefined> {
  return await db.selectFrom('doctor_licence').select(head).where('id', '=', id).executeTakeFirst()
}

/** Inserts a licence with its first event. */
export async function insertLicence(tx: Tx, licence: Insertable<DoctorLicence>): Promise<void> {
  await tx.insertInto('doctor_licence').values(licence).execute()
  const { id, account_id, submitted_at } = licence
  await insertEvent(tx, id, {
    verb: 'submit',
    from: 'submitted',
    to: 'submitted',
    actor: 'doctor',
    by: account_id,
    at: new Date(submitted_at),
  })
}

export type Move = Transition<LicenceState> & {
  readonly actor: 'doctor' | 'operator' | 'system'
  /** The account of the person who made the transition; null if the system did. */
  readonly by: number | null
}

/** Transitions a licence and records who moved it and why. */
export async function moveLicence(tx: Tx, id: string, move: Move): Promise<void> {
  await tx
    .updateTable('doctor_licence')
    .set({ state: move.to, note: move.reason ?? null, decided_at: move.at })
    .where('id', '=', id)
    .execute()
  await insertEvent(tx, id, move)
}

/** Records that an operator has opened the document of a licence. */
export async function noteOpened(
  tx: Tx,
  licence: Pick<LicenceRow, 'id' | 'state'>,
  by: number,
  at: Date,
): Promise<void> {
  const { id, state } = licence
  await insertEvent(tx, id, { verb: 'open_document', from: state, to: state, actor: 'operator', by, at })
}

async function insertEvent(tx: Tx, licenceId: string, { by, ...move }: Move): Promise<void> {
  await tx
    .insertInto('doctor_licence_event')
    .values({ licence_id: licenceId, account_id: by, ...transitionColumns(move), actor: move.actor })
    .execute()
}

/** The account that has an accepted or suspended licence with this folio number. */
export async function holderOfFolio(db: Db, folioNumber: string): Promise<number | null> {
  const row = await db
    .selectFrom('doctor_licence')
    .select('account_id')
    .where(sql<string>`folio_key(folio_number)`, '=', sql<string>`folio_key(${folioNumber})`)
    .where('state', 'in', ['accepted', 'suspended'])
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** The lists of the review screen: licences that wait for review, that are in force, or that have ended. */
export type Queue = 'waiting' | 'in_force' | 'ended'
const statesOf: Readonly<Record<Queue, readonly LicenceState[]>> = {
  waiting: ['submitted', 'asked'],
  in_force: ['accepted', 'suspended'],
  ended: ['refused', 'expired', 'replaced', 'withdrawn'],
}

/**
 * A licence with its doctor, whether its document is still stored, and whether its folio number verifies another account.
 */
export type ReviewRow = LicenceRow & {
  readonly email: string
  readonly phone: string
  readonly has_document: boolean
  readonly folio_taken: boolean
}

function reviews(db: Db) {
  return db
    .selectFrom('doctor_licence')
    .innerJoin('account', 'account.id', 'doctor_licence.account_id')
    .select(head.map((column) => `doctor_licence.${column}` as const))
    .select(['account.email', 'account.phone'])
    .select([
      sql<boolean>`doctor_licence.file_id is not null`.as('has_document'),
      sql<boolean>`exists (select from doctor_licence other where folio_key(other.folio_number) = folio_key(doctor_licence.folio_number)
        and other.state in ('accepted', 'suspended') and other.account_id <> doctor_licence.account_id)`.as(
        'folio_taken',
      ),
    ])
}

/** A licence for review by an operator. */
export async function reviewById(db: Db, id: string): Promise<ReviewRow | undefined> {
  return await reviews(db).where('doctor_licence.id', '=', id).executeTakeFirst()
}

/** One page of licences and their total: waiting ones by the oldest first, others by the newest decision first. */
export async function reviewsIn(
  db: Db,
  { queue, page, limit }: { readonly queue: Queue; readonly page: number; readonly limit: number },
): Promise<{ rows: ReviewRow[]; total: number }> {
  const states = [...statesOf[queue]]
  const chosen = reviews(db).where('doctor_licence.state', 'in', states)
  const ordered =
    queue === 'waiting'
      ? chosen.orderBy('doctor_licence.submitted_at')
      : chosen.orderBy('doctor_licence.decided_at', 'desc')
  const rows = await ordered
    .orderBy('doctor_licence.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('doctor_licence')
    .where('state', 'in', states)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Locks the licences in force whose year has ended. Skips those that another worker has locked. */
export async function lockOutdated(tx: Tx, lastYear: number): Promise<LicenceRow[]> {
  return await tx
    .selectFrom('doctor_licence')
    .select(head)
    .where('state', '=', 'accepted')
    .where('practising_year', '<=', lastYear)
    .forUpdate()
    .skipLocked()
    .execute()
}

/**
 * Sets the reminder count of the licences in force of a year that have had fewer reminders than this and whose doctor has
 * no newer licence under review. Returns their ids. Skips those that another worker has locked, so that two workers never
 * wait for each other's rows.
 */
export async function claimRenewalReminders(tx: Tx, year: number, reminders: number): Promise<string[]> {
  const rows = await tx
    .updateTable('doctor_licence')
    .set({ reminders })
    .where('id', 'in', (e) =>
      e
        .selectFrom('doctor_licence as due')
        .select('due.id')
        .where('due.state', '=', 'accepted')
        .where('due.practising_year', '=', year)
        .where('due.reminders', '<', reminders)
        .where(
          sql<boolean>`not exists (select from doctor_licence newer where newer.account_id = due.account_id
            and newer.state in ('submitted', 'asked'))`,
        )
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the documents of licences that are not in force and were decided before the given time. */
export async function forgetDocuments(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('doctor_licence')
    .set({ file_id: null })
    .where('file_id', 'is not', null)
    .where('state', 'in', ['refused', 'expired', 'replaced', 'withdrawn'])
    .where('decided_at', '<', before)
    .execute()
}

/** Deletes the owner's data in the licences of a deleted account: documents, names and numbers. */
export async function forgetOwner(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('doctor_licence')
    .set({ file_id: null, name: '', folio_number: 'DELETED' })
    .where('account_id', '=', accountId)
    .execute()
}
