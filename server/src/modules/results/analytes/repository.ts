import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Analyte } from '../../../tables.ts'
import type { OrderRow } from '../../orders/index.ts'
import type { AnalyteInput, SensitiveInput } from './analyte-spreadsheet.ts'

/** A line of a test's report, with the code of its test. */
export type AnalyteRow = Selectable<Analyte> & { readonly test_code: string }

/** How a table of limits may name a line: its test's code with its position, or its LOINC code. */
export function namesOf({ loinc, test_code, position }: AnalyteRow): string[] {
  return [`${test_code}/${position}`, ...(loinc === null ? [] : [loinc])]
}

/**
 * Inserts or updates analytes by test and position. Lines of these tests that are not given become inactive. A line that is
 * given without a sentence about it keeps the one it has, unless its name changes.
 */
export async function upsertAnalytes(tx: Tx, analytes: readonly AnalyteInput[]): Promise<void> {
  const given = JSON.stringify(analytes)
  await sql`update analyte set active = false from test where test.id = analyte.test_id
    and test.code in (select "testCode" from json_to_recordset(${given}::text::json) as given ("testCode" text))`.execute(
    tx,
  )
  await sql`
    insert into analyte (test_id, position, name, loinc, kind, ucum, unit, choices, expected, needed, male_low, male_high,
      female_low, female_high, critical_low, critical_high, source, to_be_confirmed, about, structure)
    select test.id, position, given.name, given.loinc, given.kind, ucum, unit, array(select json_array_elements_text(choices)),
      array(select json_array_elements_text(expected)), given.needed, "maleLow", "maleHigh", "femaleLow", "femaleHigh",
      "criticalLow", "criticalHigh", given.source, "toBeConfirmed", given.about, given.structure
    from json_to_recordset(${given}::text::json) as given ("testCode" text, position smallint, name text, loinc text,
        kind text, ucum text, unit text, choices json, expected json, needed boolean, "maleLow" numeric, "maleHigh" numeric,
        "femaleLow" numeric, "femaleHigh" numeric, "criticalLow" numeric, "criticalHigh" numeric, source text, "toBeConfirmed" boolean, about text, structure text)
      join test on test.code = "testCode"
    order by test.id, position
    on conflict (test_id, position) do update set name = excluded.name, loinc = excluded.loinc, kind = excluded.kind,
      ucum = excluded.ucum, unit = excluded.unit, choices = excluded.choices, expected = excluded.expected, needed = excluded.needed,
      male_low = excluded.male_low, male_high = excluded.male_high, female_low = excluded.female_low,
      female_high = excluded.female_high, critical_low = excluded.critical_low, critical_high = excluded.critical_high,
      source = excluded.source, to_be_confirmed = excluded.to_be_confirmed, active = true,
      structure = excluded.structure,
      about = coalesce(excluded.about, case when analyte.name = excluded.name then analyte.about end)`.execute(
    tx,
  )
}

/** The codes of the tests whose lines an operator has defined. */
export async function codesByOperator(db: Db): Promise<string[]> {
  const found = await db.selectFrom('test').select('code').where('analytes_by_operator', '=', true).execute()
  return found.map(({ code }) => code)
}

/** Those of these tests that are sensitive now, by their codes. */
export async function sensitiveCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  const found = await db
    .selectFrom('test')
    .select('code')
    .where('code', 'in', [...codes])
    .where('sensitive', 'is not', null)
    .where('sensitive_until', 'is', null)
    .execute()
  return found.map(({ code }) => code)
}

/** Records that an operator has defined the lines of these tests. */
export async function keepForOperator(tx: Tx, codes: readonly string[]): Promise<void> {
  await tx
    .updateTable('test')
    .set({ analytes_by_operator: true })
    .where('code', 'in', [...codes])
    .execute()
}

export type KnownLine = Selectable<Analyte> & { readonly code: string }

/** Every line that these tests have or had. */
export async function linesOfCodes(db: Db, codes: readonly string[]): Promise<KnownLine[]> {
  return await db
    .selectFrom('analyte')
    .innerJoin('test', 'test.id', 'analyte.test_id')
    .selectAll('analyte')
    .select('test.code')
    .where('test.code', 'in', [...codes])
    .execute()
}

/** Locks the lines of these tests against changes until the transaction ends. */
export async function holdLines(tx: Tx, testIds: readonly number[]): Promise<void> {
  if (testIds.length === 0) return
  await sql`select from analyte where test_id = any(${[...testIds]}::bigint[]) order by id for share`.execute(
    tx,
  )
}

/** Locks every line that these tests have or had, always in ascending id. */
export async function lockLinesOfCodes(tx: Tx, codes: readonly string[]): Promise<void> {
  await sql`select from analyte where test_id in (select id from test where code = any(${[...codes]}::text[]))
    order by id for update`.execute(tx)
}

/** Those of these lines that have results, or intervals, a unit or a method of a lab's own. */
export async function restedOn(db: Db, analyteIds: readonly number[]): Promise<Set<number>> {
  if (analyteIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select distinct analyte_id as id from result_value where analyte_id = any(${[...analyteIds]}::bigint[])
    union select analyte_id from lab_interval where analyte_id = any(${[...analyteIds]}::bigint[])
    union select analyte_id from lab_unit where analyte_id = any(${[...analyteIds]}::bigint[])
    union select analyte_id from lab_method where analyte_id = any(${[...analyteIds]}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Gives each test without lines one line of free text. */
export async function describePlainly(tx: Tx, testIds: readonly number[]): Promise<void> {
  await sql`insert into analyte (test_id, position, name, kind, needed, to_be_confirmed)
    select wanted.test_id, 1, 'Findings', 'text', true, false from unnest(${[...testIds]}::bigint[]) as wanted (test_id)
    where not exists (select from analyte where analyte.test_id = wanted.test_id)
    on conflict do nothing`.execute(tx)
}

/** The active lines of these tests, in their order. */
export async function analytesOf(db: Db, testIds: readonly number[]): Promise<AnalyteRow[]> {
  if (testIds.length === 0) return []
  return await db
    .selectFrom('analyte')
    .innerJoin('test', 'test.id', 'analyte.test_id')
    .selectAll('analyte')
    .select('test.code as test_code')
    .where('analyte.test_id', 'in', [...testIds])
    .where('analyte.active', '=', true)
    .orderBy('analyte.test_id')
    .orderBy('analyte.position')
    .execute()
}

/**
 * Makes exactly these tests sensitive, except tests that an operator has decided about. A test that is no longer among them
 * stays sensitive for orders placed before; one that no longer needs counselling still needs it for those orders.
 */
export async function replaceShipped(tx: Tx, tests: readonly SensitiveInput[]): Promise<void> {
  const given = JSON.stringify(tests)
  await sql`update test set sensitive = because, sensitive_until = null, sensitive_own_from = "ownFrom",
      needs_counselling = needs_counselling or counselling,
      counselling_until = case when needs_counselling and not counselling then coalesce(counselling_until, now()) end
    from json_to_recordset(${given}::text::json)
      as given ("testCode" text, because text, counselling boolean, "ownFrom" smallint)
    where test.code = "testCode" and not sensitive_by_operator
      and (sensitive is distinct from because or sensitive_until is not null
        or sensitive_own_from is distinct from "ownFrom"
        or counselling <> (needs_counselling and counselling_until is null))`.execute(tx)
  await sql`update test set sensitive_until = now()
    where sensitive is not null and sensitive_until is null and not sensitive_by_operator
      and code not in (select "testCode" from json_to_recordset(${given}::text::json) as given ("testCode" text))`.execute(
    tx,
  )
}

/** What an operator says of a test: why it is sensitive, or null if it no longer is. */
export type SaidSensitive = {
  readonly testCode: string
  readonly because: string | null
  /** Whether its result is released only with counselling; undefined leaves it as it is. */
  readonly counselling?: boolean | undefined
}

/** Stores an operator's decision about tests, from `at` on. Returns how many. */
export async function saySensitive(tx: Tx, tests: readonly SaidSensitive[], at: Date): Promise<number> {
  if (tests.length === 0) return 0
  const { numAffectedRows } =
    await sql`update test set sensitive_by_operator = true, sensitive = coalesce(because, sensitive),
      sensitive_until = case when because is null and sensitive is not null
        then coalesce(sensitive_until, ${at}::timestamptz) end,
      needs_counselling = needs_counselling or coalesce(counselling, false),
      counselling_until = case when counselling is null then counselling_until
        when needs_counselling and not counselling then coalesce(counselling_until, ${at}::timestamptz) end
    from json_to_recordset(${JSON.stringify(tests)}::text::json)
      as given ("testCode" text, because text, counselling boolean)
    where test.code = "testCode" and kind = 'test'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Those of these tests whose result of an order is released only with counselling, and why. */
export async function counselledAmong(
  db: Db,
  order: Pick<OrderRow, 'created_at'>,
  testIds: readonly number[],
): Promise<Map<number, string>> {
  const found = await sensitiveTests(db, order, testIds)
    .where('needs_counselling', '=', true)
    .where((e) => e.or([e('counselling_until', 'is', null), e('counselling_until', '>', order.created_at)]))
    .execute()
  return becauseById(found)
}

/** From which age a child reads each of these sensitive tests instead of the guardian, where that is before eighteen. */
export async function ownFromAmong(db: Db, testIds: readonly number[]): Promise<Map<number, number>> {
  if (testIds.length === 0) return new Map()
  const found = await db
    .selectFrom('test')
    .select(['id', 'sensitive_own_from as from'])
    .where('id', 'in', [...testIds])
    .where('sensitive_own_from', 'is not', null)
    .execute()
  return new Map(found.flatMap(({ id, from }) => (from === null ? [] : [[id, from] as const])))
}

/** Why each of these tests of an order is sensitive, if it is now or was at any time since the order was placed. */
export async function sensitiveAmong(
  db: Db,
  order: Pick<OrderRow, 'created_at'>,
  testIds: readonly number[],
): Promise<Map<number, string>> {
  return becauseById(await sensitiveTests(db, order, testIds).execute())
}

function sensitiveTests(
  db: Db,
  { created_at: placedAt }: Pick<OrderRow, 'created_at'>,
  testIds: readonly number[],
) {
  return db
    .selectFrom('test')
    .select(['id', 'sensitive'])
    .where('id', '=', sql<number>`any(${[...testIds]}::bigint[])`)
    .where('sensitive', 'is not', null)
    .where((e) => e.or([e('sensitive_until', 'is', null), e('sensitive_until', '>', placedAt)]))
}

const becauseById = (found: readonly { readonly id: number; readonly sensitive: string | null }[]) =>
  new Map(found.flatMap(({ id, sensitive }) => (sensitive === null ? [] : [[id, sensitive] as const])))
