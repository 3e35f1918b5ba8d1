import type { DeliveryProblem } from '@labalaba/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Delivery } from '../../../tables.ts'
import type { TestNames } from './matching.ts'
import type { Delivered } from './read-bundle.ts'

/** Makes deliveries with the same identifier wait for each other until the transaction ends. */
export async function holdIdentifier(tx: Tx, labId: number, identifierHash: Buffer): Promise<void> {
  const key = identifierHash.readBigInt64BE() ^ BigInt(labId)
  await sql`select pg_advisory_xact_lock(${BigInt.asIntN(64, key).toString()}::bigint)`.execute(tx)
}

/** The stored answer to a bundle with this identifier, and the hash of its content. */
export async function deliveryNamed(db: Db, labId: number, identifierHash: Buffer) {
  return await db
    .selectFrom('delivery')
    .select(['content_hash', 'answer'])
    .where('lab_id', '=', labId)
    .where('identifier_hash', '=', identifierHash)
    .executeTakeFirst()
}

export async function insertDelivery(tx: Tx, delivery: Insertable<Delivery>): Promise<string> {
  const { id } = await tx.insertInto('delivery').values(delivery).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Stores the outcome of each report of a delivery, and the content of those that wait. */
export async function insertDelivered(
  tx: Tx,
  deliveryId: string,
  reports: readonly { readonly problem: DeliveryProblem | null; readonly delivered: Delivered }[],
): Promise<void> {
  await tx
    .insertInto('delivered_report')
    .values(
      reports.map(({ problem, delivered }, index) => ({
        ...{ delivery_id: deliveryId, number: index + 1, problem },
        ...(problem === null
          ? { state: 'placed', content: null }
          : { state: 'waiting', content: JSON.stringify(delivered) }),
      })),
    )
    .execute()
}

export type WaitingRow = {
  readonly id: string
  readonly at: Date
  readonly system: string
  readonly system_id: number
  readonly made_by: number
  readonly problem: DeliveryProblem
  readonly content: Delivered
}

/** The lab and the locations of a staff member; an empty list means all locations of the lab. */
type Where = { readonly lab_id: number; readonly locations: readonly { readonly id: number }[] }

/**
 * The results that wait to be matched. Staff of certain locations do not see a report that names a sample of another
 * location; a report that names no sample of the lab may belong to any of them.
 */
function waiting(db: Db, { lab_id: labId, locations }: Where) {
  const elsewhere = sql<boolean>`exists (select from specimen join lab_order on lab_order.id = specimen.order_id
    where lab_order.lab_id = ${labId} and lab_order.location_id <> all(${locations.map(({ id }) => id)}::bigint[])
      and specimen.accession in
        (select upper(named) from jsonb_array_elements_text(delivered_report.content -> 'accessions') named))`
  return db
    .selectFrom('delivered_report')
    .innerJoin('delivery', 'delivery.id', 'delivered_report.delivery_id')
    .innerJoin('lab_system', 'lab_system.id', 'delivery.system_id')
    .where('delivery.lab_id', '=', labId)
    .where('delivered_report.state', '=', 'waiting')
    .$if(locations.length > 0, (all) => all.where(({ not }) => not(elsewhere)))
}

function withContent(db: Db, where: Where) {
  return waiting(db, where)
    .select(['delivered_report.id', 'delivery.at', 'lab_system.name as system'])
    .select(['delivery.system_id', 'lab_system.made_by'])
    .select([
      sql<DeliveryProblem>`delivered_report.problem`.as('problem'),
      sql<Delivered>`delivered_report.content`.as('content'),
    ])
}

/** The results that wait to be matched, the newest first. */
export async function waitingOf(db: Db, where: Where, limit: number): Promise<WaitingRow[]> {
  return await withContent(db, where)
    .orderBy('delivery.at', 'desc')
    .orderBy('delivered_report.number')
    .limit(limit)
    .execute()
}

export async function countWaiting(db: Db, where: Where): Promise<number> {
  const { waiting: many } = await waiting(db, where)
    .select((e) => e.cast<number>(e.fn.countAll(), 'integer').as('waiting'))
    .executeTakeFirstOrThrow()
  return many
}

/** A result that waits to be matched, locked until the transaction ends. */
export async function holdWaiting(tx: Tx, where: Where, id: string): Promise<WaitingRow | undefined> {
  return await withContent(tx, where)
    .where('delivered_report.id', '=', id)
    .forUpdate('delivered_report')
    .executeTakeFirst()
}

type Event =
  | { readonly verb: 'open' }
  | { readonly verb: 'place'; readonly orderId: number }
  | { readonly verb: 'set_aside'; readonly reason: string }

/**
 * Records who did what with a waiting report. One that is placed or set aside no longer waits, and its content is erased.
 */
export async function writeEvent(
  tx: Tx,
  id: string,
  event: Event,
  by: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('delivered_report_event')
    .values({
      ...{ delivered_report_id: id, verb: event.verb, account_id: by.accountId, at: by.at },
      ...('orderId' in event && { order_id: event.orderId }),
      ...('reason' in event && { reason: event.reason }),
    })
    .execute()
  if (event.verb === 'open') return
  const state = event.verb === 'place' ? 'placed' : 'set_aside'
  await tx.updateTable('delivered_report').set({ state, content: null }).where('id', '=', id).execute()
}

/** Erases the content of waiting reports that arrived before the given time. */
export async function forgetDelivered(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('delivered_report')
    .from('delivery')
    .set({ state: 'forgotten', content: null })
    .whereRef('delivery.id', '=', 'delivered_report.delivery_id')
    .where('delivered_report.state', '=', 'waiting')
    .where('delivery.at', '<', before)
    .execute()
}

/** The names that systems may use for the tests of these reports. */
export async function testNames(db: Db, reportIds: readonly string[]): Promise<TestNames[]> {
  if (reportIds.length === 0) return []
  return await db
    .selectFrom('report')
    .innerJoin('test', 'test.id', 'report.test_id')
    .select(['report.id as reportId', 'report.test_name as name', 'test.code'])
    .select((e) =>
      e.case().when('test.loinc_verified', '=', true).then(e.ref('test.loinc')).end().as('loinc'),
    )
    .where('report.id', 'in', [...reportIds])
    .execute()
}
