import type { LabInterval as Interval } from '@labalaba/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { LabInterval } from '../../../tables.ts'
import type { AnalyteRow } from '../analytes/repository.ts'
import type { ByMember } from '../by-member.ts'
import { isToBeConfirmedBy } from './unconfirmed-repository.ts'

/** A lab's own interval in force, with the name of the account that set it. */
export type IntervalRow = Selectable<LabInterval> & { readonly set_name: string }

/** A lab's own intervals in force for these lines, the youngest first for each. */
export async function intervalsOf(
  db: Db,
  labId: number,
  analyteIds: readonly number[],
): Promise<IntervalRow[]> {
  if (analyteIds.length === 0) return []
  return await db
    .selectFrom('lab_interval')
    .innerJoin('account', 'account.id', 'lab_interval.set_by')
    .selectAll('lab_interval')
    .select('account.name as set_name')
    .where('lab_id', '=', labId)
    .where('analyte_id', 'in', [...analyteIds])
    .where('ended_at', 'is', null)
    .orderBy('analyte_id')
    .orderBy('lab_interval.id')
    .execute()
}

/** A line in a unit that a lab has left, and when it last did. */
export type LeftUnit = { readonly id: number; readonly ucum: string | null; readonly leftAt: Date }

/** A lab's own intervals of these lines that ended when the lab left their unit. */
export async function lastIntervalsOf(
  db: Db,
  labId: number,
  lines: readonly LeftUnit[],
): Promise<IntervalRow[]> {
  if (lines.length === 0) return []
  const rows = await db
    .selectFrom('lab_interval')
    .innerJoin('account', 'account.id', 'lab_interval.set_by')
    .selectAll('lab_interval')
    .select('account.name as set_name')
    .where('lab_id', '=', labId)
    .where(
      'analyte_id',
      'in',
      lines.map(({ id }) => id),
    )
    .where('ended_at', 'is not', null)
    .orderBy('lab_interval.id')
    .execute()
  return lines.flatMap(({ id, ucum, leftAt }) =>
    rows.filter(
      (row) => row.analyte_id === id && row.ucum === ucum && row.ended_at?.getTime() === leftAt.getTime(),
    ),
  )
}

/** Converts a row to the interval that clients and the choice of an interval use. */
export function intervalOf(row: IntervalRow): Interval {
  return {
    sex: row.sex,
    from: { amount: row.from_amount, unit: row.from_unit },
    to: row.to_amount === null || row.to_unit === null ? null : { amount: row.to_amount, unit: row.to_unit },
    ...{ low: row.low, high: row.high, criticalLow: row.critical_low, criticalHigh: row.critical_high },
  }
}

/** A line of a test that a lab offers, with a number or a choice as its value. */
export type OfferedLine = AnalyteRow & { readonly test: string }

function offered(db: Db, labId: number) {
  return db
    .selectFrom('analyte')
    .innerJoin('test', 'test.id', 'analyte.test_id')
    .innerJoin('offer', (join) =>
      join
        .onRef('offer.test_id', '=', 'test.id')
        .on('offer.lab_id', '=', labId)
        .on('offer.active', '=', true),
    )
    .where('analyte.active', '=', true)
    .where('analyte.kind', 'in', ['quantity', 'choice'])
}

/** The offered lines whose own name or test's name contains these words, by test; `from` is how many to skip. */
export async function offeredLines(
  db: Db,
  labId: number,
  { words, from, most }: { readonly words: string; readonly from: number; readonly most: number },
): Promise<{ lines: OfferedLine[]; found: number }> {
  const sought = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const matching = offered(db, labId).where((e) =>
    e.or([
      sql<boolean>`test.name_folded like fold(${sought})`,
      sql<boolean>`fold(analyte.name) like fold(${sought})`,
    ]),
  )
  const lines = await matching
    .selectAll('analyte')
    .select(['test.name as test', 'test.code as test_code'])
    .orderBy('test.name_folded')
    .orderBy('analyte.position')
    .offset(from)
    .limit(most)
    .execute()
  const counted = await matching.select((e) => e.fn.countAll<number>().as('found')).executeTakeFirstOrThrow()
  return { lines, found: Number(counted.found) }
}

/** How many of the lab's lines have an interval of the catalogue that the lab has neither accepted nor replaced. */
export async function countUnconfirmed(db: Db, labId: number): Promise<number> {
  const counted = await offered(db, labId)
    .innerJoin('analyte as line', 'line.id', 'analyte.id')
    .where(isToBeConfirmedBy(labId))
    .select((e) => e.fn.countAll<number>().as('lines'))
    .executeTakeFirstOrThrow()
  return Number(counted.lines)
}

/**
 * Locks a line of a lab, and the same measurement in other tests, until the transaction ends: no other transaction can change
 * them, set their intervals or their unit, or enter values.
 */
export async function lockLine(tx: Tx, labId: number, analyteId: number): Promise<AnalyteRow | undefined> {
  // In ascending id, as entries lock them, so that no two wait for each other.
  await sql`select from analyte line join analyte wanted on wanted.id = ${analyteId}
      and (line.id = wanted.id or line.loinc = wanted.loinc and line.ucum = wanted.ucum)
    order by line.id for no key update of line`.execute(tx)
  return await offered(tx, labId)
    .selectAll('analyte')
    .select('test.code as test_code')
    .where('analyte.id', '=', analyteId)
    .executeTakeFirst()
}

/** The same measurement in other tests, with the name of the test: lines with the LOINC code and unit of this one. */
export async function sameMeasurement(tx: Tx, line: AnalyteRow): Promise<OfferedLine[]> {
  if (line.loinc === null) return []
  return await tx
    .selectFrom('analyte')
    .innerJoin('test', 'test.id', 'analyte.test_id')
    .selectAll('analyte')
    .select(['test.name as test', 'test.code as test_code'])
    .where('analyte.loinc', '=', line.loinc)
    .where('analyte.ucum', '=', line.ucum)
    .where('analyte.id', '<>', line.id)
    .where('analyte.active', '=', true)
    .orderBy('analyte.id')
    .execute()
}

/** Ends a lab's own intervals of a line, and inserts the new ones, in this unit. */
export async function replaceIntervals(
  tx: Tx,
  { member: { lab_id: labId }, accountId, at }: ByMember,
  { id: analyteId, ucum }: Pick<AnalyteRow, 'id' | 'ucum'>,
  own: readonly Interval[],
): Promise<void> {
  await tx
    .updateTable('lab_interval')
    .set({ ended_at: at, ended_by: accountId })
    .where('lab_id', '=', labId)
    .where('analyte_id', '=', analyteId)
    .where('ended_at', 'is', null)
    .execute()
  if (own.length === 0) return
  await tx
    .insertInto('lab_interval')
    .values(
      own.map(({ sex, from, to, low, high, criticalLow, criticalHigh }) => ({
        ...{ lab_id: labId, analyte_id: analyteId, ucum, sex, low, high, set_by: accountId, set_at: at },
        ...{ from_amount: from.amount, from_unit: from.unit },
        ...{ to_amount: to?.amount ?? null, to_unit: to?.unit ?? null },
        ...{ critical_low: criticalLow, critical_high: criticalHigh },
      })),
    )
    .execute()
}
