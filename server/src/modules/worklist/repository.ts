import type { CriticalTier, HandoverState, WorkStage } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db.ts'
import { handoverOfOrder } from '../home-visits/index.ts'
import type { OrderRow } from '../orders/index.ts'
import { unverifiedCriticalOf } from '../results/index.ts'
import { type Sight, seenBy } from '../specimens/index.ts'

export type Work = Pick<
  OrderRow,
  | 'id'
  | 'reference'
  | 'state'
  | 'patient_name'
  | 'patient_gender'
  | 'patient_born_on'
  | 'mode'
  | 'location_name'
  | 'collection_on'
  | 'collection_time'
  | 'test_count'
  | 'demo'
> & {
  readonly checked_in_at: Date | null
  readonly expected: number
  readonly collected: number
  readonly received: number
  readonly is_urgent: boolean
  readonly unverified_critical: CriticalTier | null
  /** A sample must be taken again: it replaces a rejected one, or a visit could not take it. */
  readonly again: boolean
  /** How far the specimens of a home visit are on their way to the lab; null if no visit took any. */
  readonly handover: HandoverState | null
  readonly since: Date
}

type WorklistQuery = {
  readonly stage?: WorkStage | undefined
  readonly on?: string | undefined
  readonly q?: string | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * One page of a lab's worklist. Patients to come: those checked in first, then home visits by time; orders in the lab:
 * those with a critical value that no one has verified, then the longest waiting; other stages: the longest waiting first. Details are read only for the orders of the page.
 */
export async function workOf(
  db: Db,
  sight: Sight,
  query: WorklistQuery,
): Promise<{ rows: Work[]; total: number }> {
  const from = sql`from lab_order o ${joinsFor(query)} where ${seenBy(sight)} and ${wanted(sight, query)}`
  const [found, counted] = await Promise.all([
    sql<Work>`
      select o.id::int, o.reference, o.state, o.patient_name, o.patient_gender, o.patient_born_on, o.mode, o.location_name,
        o.collection_on, o.collection_time, o.test_count, o.demo, sample.checked_in_at, sample.expected,
        sample.collected, sample.received, ${isUrgent} as is_urgent, ${unverifiedCriticalOf} as unverified_critical, ${isAgain} as again,
        ${handoverOfOrder} as handover, moved.at as since
      from (select o.id, row_number() over (order by ${orderOf(query)}) as place ${from}
        order by place limit ${query.limit} offset ${query.offset}) page
        join lab_order o using (id) ${samples} ${lastMove}
      order by page.place`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

const samples = sql`cross join lateral (
  select min(expected_at) as checked_in_at, count(*) filter (where state = 'expected')::int as expected,
    count(*) filter (where state = 'collected')::int as collected,
    count(*) filter (where state = 'received')::int as received
  from specimen where order_id = o.id) as sample`

/** Whether the tests of an order are urgent, as its newest clinical request says. */
const isUrgent = sql`coalesce((select is_urgent from clinical_request where order_id = o.id
  order by number desc limit 1), false)`

const lastMove = sql`cross join lateral (
  select at from lab_order_event where order_id = o.id order by id desc limit 1) as moved`

/** Whether a sample of an order must be taken again. */
const isAgain = sql`exists (select from specimen where order_id = o.id and state = 'expected' and (replaces is not null
  or exists (select from visit_sample where specimen_id = specimen.id and reason is not null)))`

const states = {
  to_come: 'scheduled',
  again: 'scheduled',
  collected: 'sample_collected',
  in_lab: 'lab_processing',
  done: 'results_ready',
} as const satisfies Record<WorkStage, OrderRow['state']>

/** The joins that filtering and sorting need for every order of the list. */
function joinsFor({ stage, on, q }: WorklistQuery): RawBuilder<unknown> {
  if (q) return sql``
  if (stage === 'to_come') return samples
  return on || (stage && stage !== 'done') ? lastMove : sql``
}

function wanted({ labId }: Sight, { stage, on, q }: WorklistQuery): RawBuilder<unknown> {
  if (q) return found(labId, q)
  const inStage = stage
    ? sql`o.state = ${states[stage]}`
    : sql`o.state in ('scheduled', 'sample_collected', 'lab_processing', 'results_ready')`
  const again = stage === 'again' ? sql`${isAgain}` : stage === 'to_come' ? sql`not ${isAgain}` : sql`true`
  if (!on) return sql`${inStage} and ${again}`
  return stage === 'to_come'
    ? sql`${inStage} and ${again} and (o.collection_on is null or o.collection_on = ${on}::date)`
    : sql`${inStage} and ${again} and ${onDay(sql`moved.at`, on)}
        and o.id in (select order_id from lab_order_event where ${onDay(sql`at`, on)})`
}

/** Whether a time falls on a day in Lagos. */
function onDay(at: RawBuilder<unknown>, day: string): RawBuilder<unknown> {
  const start = sql`${day}::timestamp at time zone 'Africa/Lagos'`
  return sql`(${at} >= (${start}) and ${at} < (${start}) + interval '1 day')`
}

/** Matches the start of an order's reference, a whole accession number, or a part of a patient's name. */
function found(labId: number, q: string): RawBuilder<unknown> {
  if (!isTelling(q)) return beginning(labId, q)
  return sql`(${isNumbered(q)} or o.id = (select order_id from specimen where accession = upper(${q}))
    or o.lab_id + 0 = ${labId} and fold(o.patient_name) like '%' || fold(${literally(q)}) || '%')`
}

/** Whether three letters or digits follow each other, which an index can find. The prefix of every reference is shorter. */
function isTelling(q: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(q)
}

/**
 * One or two letters match too many references and names of a long history. They are matched only with the start of a
 * reference or of a word of a patient's name, among the open and the last done orders. The array keeps the database from
 * scanning the history.
 */
function beginning(labId: number, q: string): RawBuilder<unknown> {
  return sql`(${isNumbered(q)} or ' ' || fold(o.patient_name) like '% ' || fold(${literally(q)}) || '%')
    and o.id = any(array(
      select id from lab_order where lab_id = ${labId} and paid_at is not null
        and state in ('scheduled', 'sample_collected', 'lab_processing')
      union all (select id from lab_order where lab_id = ${labId} and paid_at is not null and state = 'results_ready'
        order by id desc limit ${lastDone})))`
}

const lastDone = 200

function isNumbered(q: string): RawBuilder<unknown> {
  return sql`o.reference collate "C" >= upper(${q}) and o.reference collate "C" < upper(${q}) || '~'`
}

/** Escapes a text so that `like` matches it literally. */
function literally(q: string): string {
  return q.replace(/[\\%_]/g, '\\$&')
}

function orderOf({ stage, q }: WorklistQuery): RawBuilder<unknown> {
  if (q || stage === 'done' || stage === undefined) return sql`o.id desc`
  if (stage === 'in_lab') return sql`${unverifiedCriticalOf} nulls last, moved.at, o.id`
  if (stage !== 'to_come') return sql`moved.at, o.id`
  return sql`sample.checked_in_at nulls last, o.collection_on nulls last, o.collection_time, o.id`
}

export type Counts = Record<Exclude<WorkStage, 'done'>, number>

/** How many orders are in each stage that still needs work. */
export async function countsOf(db: Db, sight: Sight): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where o.state = 'scheduled' and not sample.again)::int as to_come,
      count(*) filter (where sample.again)::int as again,
      count(*) filter (where o.state = 'sample_collected')::int as collected,
      count(*) filter (where o.state = 'lab_processing')::int as in_lab
    from lab_order o cross join lateral (select o.state = 'scheduled' and ${isAgain} as again) as sample
    where ${seenBy(sight)} and o.state in ('scheduled', 'sample_collected', 'lab_processing')`.execute(db)
  return rows[0] ?? { to_come: 0, again: 0, collected: 0, in_lab: 0 }
}
