import type { LimitTable } from '@labalaba/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { CriticalLimit, ExpectedResistance, PlausibilityLimit, PregnancyLimit } from '../../../tables.ts'
import {
  isUnconfirmed,
  type UnconfirmedInterval,
  unconfirmedIntervals,
  unconfirmedLines,
} from '../intervals/unconfirmed-repository.ts'

/** A row of a table with what it is for in a lab: the line's name and unit, and the lab's tests that have the line. */
type OfLab<Row> = Selectable<Row> & {
  readonly name: string
  readonly unit: string | null
  readonly tests: string[]
  readonly hash: string
}

/** The rows of each table for the tests that a lab offers, by what is measured. */
export type LimitsOfLab = {
  readonly critical: readonly OfLab<CriticalLimit>[]
  readonly plausibility: readonly OfLab<PlausibilityLimit>[]
  readonly pregnancy: readonly OfLab<PregnancyLimit>[]
  /** For the cultures that a lab offers. */
  readonly resistance: readonly OfLab<ExpectedResistance>[]
  /** The intervals of the catalogue that are to be confirmed. */
  readonly intervals: readonly UnconfirmedInterval[]
}

const tableOf = {
  critical: sql.table('critical_limit'),
  plausibility: sql.table('plausibility_limit'),
  pregnancy: sql.table('pregnancy_limit'),
  resistance: sql.table('expected_resistance'),
}

/** A hash of a row of `limits`, of any of the tables, without its signature: another one if the row changes. */
const rowHash = sql<string>`encode(substring(sha256(convert_to(
  (to_jsonb(limits) - 'approved_by')::text, 'UTF8')) for 8), 'hex')`

/** Whether a lab has ever accepted a row of `limits` as it is now. */
export const isAcceptedBy = (
  labId: number,
) => sql<boolean>`exists (select from clinical_limits_accepted accepted
  where accepted.lab_id = ${labId} and accepted.accepted_rows @> array[${rowHash}])`

/** Whether a row of `limits` is for a `line` of a `test`. */
const isOfLine = sql`limits.analyte in (line.loinc, test.code || '/' || line.position, line.structure)
  and (limits.ucum is null or limits.ucum = line.ucum)`

/** Whether a row of expected resistance is for a `line`: each is for every culture. */
const isOfCulture = sql`line.structure = 'isolates'`

/** The lines of the tests that a lab offers. */
const linesOfLab = sql`offer join test on test.id = offer.test_id and offer.active
  join analyte line on line.test_id = test.id and line.active`

export async function limitsOfLab(db: Db, labId: number): Promise<LimitsOfLab> {
  const rowsOf = async <Row>(table: keyof typeof tableOf, isOf = isOfLine) => {
    const { rows } = await sql<OfLab<Row>>`
      select limits.*, ${rowHash} as hash, min(line.name) as name, min(line.unit) as unit,
        array_agg(distinct test.name order by test.name) as tests
      from ${linesOfLab} join ${tableOf[table]} limits on ${isOf} where offer.lab_id = ${labId}
      group by limits.code order by min(line.name), limits.code`.execute(db)
    return rows
  }
  const [critical, plausibility, pregnancy, resistance, intervals] = await Promise.all([
    rowsOf<CriticalLimit>('critical'),
    rowsOf<PlausibilityLimit>('plausibility'),
    rowsOf<PregnancyLimit>('pregnancy'),
    rowsOf<ExpectedResistance>('resistance', isOfCulture),
    unconfirmedIntervals(db, labId),
  ])
  return { critical, plausibility, pregnancy, resistance, intervals }
}

/** The acceptance of this edition by a lab, or else its last one, with the name of who accepted. */
export async function lastAcceptance(
  db: Db,
  labId: number,
  edition: string,
): Promise<{ readonly edition: string; readonly name: string; readonly at: Date } | undefined> {
  return await db
    .selectFrom('clinical_limits_accepted as accepted')
    .innerJoin('account', 'account.id', 'accepted.accepted_by')
    .select(['accepted.edition', 'account.name', 'accepted.accepted_at as at'])
    .where('lab_id', '=', labId)
    .orderBy(sql`accepted.edition = ${edition}`, 'desc')
    .orderBy('accepted.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The rows of the tables that no pathologist has signed, and the lines with an interval to be confirmed. */
const unsigned = (labId: number) => sql`(select analyte, ucum from critical_limit where approved_by is null
  union all select analyte, ucum from plausibility_limit where approved_by is null
  union all select analyte, ucum from pregnancy_limit where approved_by is null
  union all select 'isolates', null from expected_resistance where approved_by is null
  union all ${unconfirmedLines(labId)}) as limits`

/** The lines of a `test` with what a lab must accept of them. */
const unsignedOf = (labId: number) => sql`test join analyte line on line.test_id = test.id and line.active
  join ${unsigned(labId)} on ${isOfLine}`

/**
 * Whether a lab may verify a report of this test, or of each of its tests: it has ever accepted limits, the test has none
 * without a signature and no interval to be confirmed that the lab has not replaced, or the lab has verified a report of a test with such limits before: limits that come later stop no bench.
 */
export async function isAccepted(db: Db, labId: number, testId: number | null): Promise<boolean> {
  const theirs =
    testId === null
      ? sql`select from ${linesOfLab} join ${unsigned(labId)} on ${isOfLine} where offer.lab_id = ${labId}`
      : sql`select from ${unsignedOf(labId)} where test.id = ${testId}`
  const { rows } =
    await sql`select where exists (select from clinical_limits_accepted where lab_id = ${labId})
    or not exists (${theirs})
    or exists (select from lab_order placed join report on report.order_id = placed.id
      join report_version version on version.report_id = report.id and version.verified_at is not null
      where placed.lab_id = ${labId} and not placed.demo
        and exists (select from ${unsignedOf(labId)} where test.id = report.test_id))`.execute(db)
  return rows.length > 0
}

/** Records an acceptance. The same edition again changes nothing. */
export async function insertAcceptance(
  tx: Tx,
  accepted: {
    readonly labId: number
    readonly edition: string
    readonly rowHashes: readonly string[]
    readonly accountId: number
    readonly at: Date
  },
): Promise<void> {
  await tx
    .insertInto('clinical_limits_accepted')
    .values({
      ...{ lab_id: accepted.labId, edition: accepted.edition, accepted_rows: [...accepted.rowHashes] },
      ...{ accepted_by: accepted.accountId, accepted_at: accepted.at },
    })
    .onConflict((conflict) => conflict.columns(['lab_id', 'edition']).doNothing())
    .execute()
}

/** Whether a lab belongs to a demonstration. */
export async function isDemoLab(db: Db, labId: number): Promise<boolean> {
  const lab = await db.selectFrom('lab').select('demo').where('id', '=', labId).executeTakeFirstOrThrow()
  return lab.demo
}

type CountedTable = { readonly table: LimitTable; readonly rows: number; readonly unsigned: number }

/**
 * How many rows each table of limits has, and how many of them no pathologist has signed; and how many lines have an interval of
 * the catalogue, and for how many it is to be confirmed.
 */
export async function countUnsigned(db: Db): Promise<CountedTable[]> {
  const { rows } = await sql<CountedTable>`
    select "table", count(*)::int as rows, (count(*) filter (where approved_by is null))::int as unsigned from (
      select 'critical' as "table", approved_by from critical_limit
      union all select 'plausibility', approved_by from plausibility_limit
      union all select 'pregnancy', approved_by from pregnancy_limit
      union all select 'resistance', approved_by from expected_resistance
      union all select 'intervals', case when ${isUnconfirmed} then null else 'read' end from analyte line
        where line.active and num_nonnulls(line.male_low, line.male_high, line.female_low, line.female_high) > 0) as limits
    group by "table" order by "table"`.execute(db)
  return rows
}
