import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

/** Whether a `line` has an interval of the catalogue that is to be confirmed: its source was not read. */
export const isUnconfirmed = sql<boolean>`(line.to_be_confirmed and
  num_nonnulls(line.male_low, line.male_high, line.female_low, line.female_high) > 0)`

/** A hash of the catalogue's interval of a `line`: another one if the interval, what it is for or its source changes. */
const intervalHash = sql<string>`encode(substring(sha256(convert_to(jsonb_build_array(
  'interval', line.name, line.loinc, line.ucum, line.male_low, line.male_high, line.female_low, line.female_high,
  line.source)::text, 'UTF8')) for 8), 'hex')`

const adultFrom = 18 * 8766

/** Whether a lab has intervals of its own for each adult whom the catalogue's interval of a `line` is for. */
const isReplacedBy = (labId: number) => sql<boolean>`not exists (
  select from (values ('Male', num_nonnulls(line.male_low, line.male_high)),
    ('Female', num_nonnulls(line.female_low, line.female_high))) as wanted (sex, limits)
  where wanted.limits > 0 and not coalesce((
    select range_agg(${agesInHours}) @> numrange(${adultFrom}, null) from lab_interval own
    where own.lab_id = ${labId} and own.analyte_id = line.id and own.ended_at is null
      and (own.sex is null or own.sex = wanted.sex)), false))`

/** The ages of a row of `own`, in mean hours, as the constraint of the table counts them. */
const agesInHours = sql`numrange(
  own.from_amount * case own.from_unit when 'hours' then 1 when 'days' then 24 when 'months' then 730.5 else 8766 end,
  own.to_amount * case own.to_unit when 'hours' then 1 when 'days' then 24 when 'months' then 730.5 else 8766 end)`

/** Whether a lab has accepted the interval of a `line` as it is now. */
const isIntervalAcceptedBy = (
  labId: number,
) => sql<boolean>`exists (select from clinical_limits_accepted accepted
  where accepted.lab_id = ${labId} and accepted.accepted_rows @> array[${intervalHash}])`

/** Whether a `line` has an interval that a lab has neither accepted as it is now nor replaced by its own. */
export const isToBeConfirmedBy = (labId: number) =>
  sql<boolean>`(${isUnconfirmed} and not ${isIntervalAcceptedBy(labId)} and not ${isReplacedBy(labId)})`

/** The lines with an interval that a lab has not replaced, named as the tables of limits name a line. */
export const unconfirmedLines = (labId: number) => sql`select test.code || '/' || line.position, line.ucum
  from analyte line join test on test.id = line.test_id
  where line.active and ${isUnconfirmed} and not ${isReplacedBy(labId)}`

/** The interval of a line that is to be confirmed, in the unit of the catalogue. */
export type UnconfirmedInterval = {
  readonly name: string
  readonly unit: string | null
  readonly tests: string[]
  readonly hash: string
  readonly source: string | null
  readonly male_low: number | null
  readonly male_high: number | null
  readonly female_low: number | null
  readonly female_high: number | null
  /** The lab has intervals of its own instead, in each of these tests. */
  readonly is_replaced: boolean
}

/** The intervals to be confirmed of the tests that a lab offers, each once for all tests that have it. */
export async function unconfirmedIntervals(db: Db, labId: number): Promise<UnconfirmedInterval[]> {
  const { rows } = await sql<UnconfirmedInterval>`
    select ${intervalHash} as hash, line.name, min(line.unit) as unit, line.source, line.male_low, line.male_high,
      line.female_low, line.female_high, bool_and(${isReplacedBy(labId)}) as is_replaced,
      array_agg(distinct test.name order by test.name) as tests
    from offer join test on test.id = offer.test_id and offer.active
      join analyte line on line.test_id = test.id and line.active
    where offer.lab_id = ${labId} and ${isUnconfirmed}
    group by line.name, line.loinc, line.ucum, line.source, line.male_low, line.male_high, line.female_low, line.female_high
    order by line.name, hash`.execute(db)
  return rows
}

/** Those of these lines whose interval a lab has accepted as it is now. */
export async function acceptedIntervals(
  db: Db,
  labId: number,
  analyteIds: readonly number[],
): Promise<Set<number>> {
  if (analyteIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select line.id from analyte line
    where line.id = any(${[...analyteIds]}::bigint[]) and ${isUnconfirmed} and ${isIntervalAcceptedBy(labId)}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** These lines, whose accepted intervals are no longer to be confirmed. */
export function confirmedLines<Line extends { readonly id: number; readonly to_be_confirmed: boolean }>(
  lines: readonly Line[],
  accepted: ReadonlySet<number>,
): Line[] {
  return lines.map((line) => (accepted.has(line.id) ? { ...line, to_be_confirmed: false } : line))
}
