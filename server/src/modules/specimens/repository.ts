import type { UntakenReason } from '@labalaba/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { type Transition, transitionColumns } from '../../infra/state-machine.ts'
import type { Specimen } from '../../tables.ts'
import type { OrderRow } from '../orders/index.ts'
import type { SpecimenState } from './specimen-state-machine.ts'

export type SpecimenRow = Selectable<Specimen> & {
  /** The tests that need it: the line of the order, and the test (of a package, one of its tests). */
  readonly tests: readonly { readonly position: number; readonly testId: number }[]
  /** The last visit that could not take it although it took others, if there is one; `at` in ISO 8601. */
  readonly untaken: {
    readonly visitId: string
    readonly reason: UntakenReason
    readonly note: string | null
    readonly at: string
  } | null
}

export type NewSpecimen = Pick<SpecimenRow, 'accession' | 'specimen' | 'container' | 'tests'> & {
  readonly replaces?: string
}

/**
 * Takes the next numbers of a lab and year, and returns the last one. Other transactions that need numbers of the lab wait
 * until this one ends.
 */
export async function takeNumbers(tx: Tx, labId: number, year: number, many: number): Promise<number> {
  const { last } = await tx
    .insertInto('accession_counter')
    .values({ lab_id: labId, year, last: many })
    .onConflict((conflict) =>
      conflict
        .columns(['lab_id', 'year'])
        .doUpdateSet((e) => ({ last: sql<number>`${e.ref('accession_counter.last')} + ${many}` })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** The most accession numbers that one lab has given on one day in Lagos, in the newest `orders` orders of all labs. */
export async function busiestAccessionDay(db: Db, orders: number): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    with newest as (select id, lab_id from lab_order order by id desc limit ${orders}),
    days as (select count(*) as made from newest o join specimen s on s.order_id = o.id
      group by o.lab_id, (s.expected_at at time zone 'Africa/Lagos')::date)
    select coalesce(max(made), 0) as most from days`.execute(db)
  return rows[0]?.most ?? 0
}

/** Leaves out the next numbers of every lab in a year (two digits), because labels with them may have been printed. */
export async function skipAccessionNumbers(tx: Tx, year: number, many: number): Promise<void> {
  await sql`
    insert into accession_counter (lab_id, year, last) select id, ${year}::integer, ${many}::integer from lab
    on conflict (lab_id, year) do update set last = accession_counter.last + excluded.last`.execute(tx)
}

/** Inserts expected specimens with their tests and the first event of their history. */
export async function insertSpecimens(
  tx: Tx,
  orderId: number,
  specimens: readonly NewSpecimen[],
  by: Pick<Made, 'actor' | 'accountId' | 'at'>,
): Promise<void> {
  const made = await tx
    .insertInto('specimen')
    .values(
      specimens.map(({ tests: _, replaces = null, ...one }) => ({
        ...one,
        replaces,
        order_id: orderId,
        expected_at: by.at,
      })),
    )
    .returning(['id', 'accession'])
    .execute()
  const ids = new Map(made.map(({ id, accession }) => [accession, id]))
  const served = specimens.flatMap(({ accession, tests }) =>
    tests.map(({ position, testId }) => ({
      specimen_id: ids.get(accession) ?? '',
      order_id: orderId,
      position,
      test_id: testId,
    })),
  )
  await tx.insertInto('specimen_test').values(served).execute()
  const first = { verb: 'expect', from: 'expected', to: 'expected', ...by } as const
  await tx
    .insertInto('specimen_event')
    .values(made.map(({ id }) => eventOf(id, first)))
    .execute()
}

/** All specimens of an order, including rejected ones, by time and number. */
export async function specimensOf(db: Db, orderId: number): Promise<SpecimenRow[]> {
  return await specimens(db).where('specimen.order_id', '=', orderId).execute()
}

export async function specimenById(db: Db, id: string): Promise<SpecimenRow | undefined> {
  return await specimens(db).where('specimen.id', '=', id).executeTakeFirst()
}

/** The specimen of a lab with this accession number. Specimens of other labs are not found. */
export async function specimenLabelled(
  db: Db,
  labId: number,
  accession: string,
): Promise<{ readonly id: string; readonly order_id: number } | undefined> {
  return await db
    .selectFrom('specimen')
    .innerJoin('lab_order', 'lab_order.id', 'specimen.order_id')
    .select(['specimen.id', 'specimen.order_id'])
    .where('specimen.accession', '=', accession)
    .where('lab_order.lab_id', '=', labId)
    .executeTakeFirst()
}

function specimens(db: Db) {
  return db
    .selectFrom('specimen')
    .selectAll('specimen')
    .select([
      sql<SpecimenRow['tests']>`coalesce((
        select json_agg(json_build_object('position', position, 'testId', test_id) order by position, test_id)
        from specimen_test where specimen_id = specimen.id), '[]')`.as('tests'),
      sql<SpecimenRow['untaken']>`(
        select json_build_object('visitId', collection_id, 'reason', reason, 'note', note, 'at', at)
        from visit_sample where specimen_id = specimen.id and reason is not null order by at desc limit 1)`.as(
        'untaken',
      ),
    ])
    .orderBy('specimen.expected_at')
    .orderBy(sql`length(accession)`)
    .orderBy('accession')
}

export type Made = Transition<SpecimenState> & { readonly accountId: number | null }

/** The columns that a transition may set besides the state. */
export type SpecimenChanges = Partial<
  Pick<
    SpecimenRow,
    | 'collected_at'
    | 'collected_by'
    | 'received_at'
    | 'received_by'
    | 'rejected_at'
    | 'rejected_by'
    | 'rejected_reason'
    | 'rejected_note'
    | 'given_up_at'
    | 'given_up_by'
  >
>

/** Transitions specimens, sets `changes`, and records who did it, in one statement. */
export async function moveSpecimens(
  tx: Tx,
  ids: readonly string[],
  made: Made,
  changes: SpecimenChanges,
): Promise<void> {
  await tx
    .with('event', (db) => db.insertInto('specimen_event').values(ids.map((id) => eventOf(id, made))))
    .updateTable('specimen')
    .set({ ...changes, state: made.to })
    .where('id', 'in', [...ids])
    .execute()
}

function eventOf(id: string, made: Made) {
  return { specimen_id: id, account_id: made.accountId, ...transitionColumns(made) }
}

/** The orders that a staff member sees: those of the lab, at all its locations if `locationIds` is empty. */
export type Sight = { readonly labId: number; readonly locationIds: readonly number[] }

/** The condition on `lab_order o` that a staff member sees it. */
export function seenBy({ labId, locationIds }: Sight): RawBuilder<unknown> {
  const here = locationIds.length === 0 ? sql`true` : sql`o.location_id = any(${[...locationIds]}::bigint[])`
  return sql`o.lab_id = ${labId} and o.paid_at is not null and ${here}`
}

/** A paid order, if the staff member sees it. */
export async function orderSeen(db: Db, sight: Sight, reference: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select o.* from lab_order o where ${seenBy(sight)} and o.reference = upper(${reference})`.execute(db)
  return rows[0]
}

/** The order of a specimen's label, if the staff member sees it. */
export async function orderLabelled(db: Db, sight: Sight, accession: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select o.* from lab_order o where ${seenBy(sight)}
      and o.id = (select order_id from specimen where accession = upper(${accession}))`.execute(db)
  return rows[0]
}

/** States of an open visit: a phlebotomist is still to go, or to go again. */
export const openVisitStates = ['requested', 'assigned', 'on_the_way', 'missed'] as const

/** Whether a phlebotomist is in the patient's home: the door was opened, and there is no outcome yet. */
export async function isAtDoor(db: Db, orderId: number): Promise<boolean> {
  const found = await db
    .selectFrom('collection')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'on_the_way')
    .where('arrived_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a phlebotomist is on the way to the home visit of an order. Locks the visit, so that the answer holds. */
export async function lockIsOnTheWay(tx: Tx, orderId: number): Promise<boolean> {
  const visit = await tx
    .selectFrom('collection')
    .select('state')
    .where('order_id', '=', orderId)
    .where('state', 'in', openVisitStates)
    .forUpdate()
    .executeTakeFirst()
  return visit?.state === 'on_the_way'
}
