import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

export type LastValue = {
  /** The line whose last value this is; the value may come from another test. */
  analyteId: number
  value: string
  unit: string | null
  /** How much one of its unit is in the catalogue's; null if it is that unit, or nothing converts it. */
  factor: number | null
  /** When its sample was taken; if no sample is taken, when it was released. */
  at: Date
  /** The report and version that contain it. */
  reportId: string
  number: number
  orderId: number
}

/** A line of an order's report, and when its sample was taken. */
type LineTaken = {
  readonly analyteId: number
  readonly ucum: string | null
  /** The catalogue's unit; null if nothing converts the line to it. */
  readonly catalogueUcum: string | null
  readonly takenAt: Date
}

/** The values that the lab of an order, `this`, released for its patient in other orders, matched as `lastValues` says. */
const releasedForPatient = sql`lab_order this
      join lab_order o on o.lab_id = this.lab_id and o.id <> this.id and o.paid_at is not null
        and o.patient_born_on = this.patient_born_on and o.patient_gender = this.patient_gender
        and fold(o.patient_name) = fold(this.patient_name)
        and (o.patient_email = this.patient_email or o.patient_phone = this.patient_phone)
      join report on report.order_id = o.id
      join report_version version on version.report_id = report.id and version.state = 'released'
      join result_value value on value.report_id = report.id and value.number = version.number`

/** When the sample of a `report` of the order `o` was taken. */
const sampleOf = sql`(
  select max(specimen.collected_at) as taken_at
  from specimen join specimen_test served on served.specimen_id = specimen.id
  where specimen.order_id = o.id and specimen.state = 'received' and served.position = report.position
    and served.test_id = report.test_id)`

/**
 * The last value that the same lab released for the patient of an order, for each of these lines: of the same LOINC
 * code in any test, in the same unit or one that is converted to the catalogue's, or of the same line if it has no
 * LOINC code; from a sample taken earlier. The patient is matched as for trends: name, sex, date of birth, and email
 * or phone. Without a date of birth nothing is compared.
 */
export async function lastValues(db: Db, orderId: number, lines: readonly LineTaken[]): Promise<LastValue[]> {
  if (lines.length === 0) return []
  const wanted = JSON.stringify(
    lines.map(({ analyteId, takenAt, ...line }) => ({ id: analyteId, before: takenAt, ...line })),
  )
  const { rows } = await sql<LastValue>`
    select distinct on (mine.id) mine.id as "analyteId", value.value, value.unit,
      value.catalogue_factor as factor,
      coalesce(sample.taken_at, version.released_at) as at, report.id as "reportId", version.number,
      report.order_id as "orderId"
    from ${releasedForPatient}
      join analyte theirs on theirs.id = value.analyte_id
      cross join json_to_recordset(${wanted}::text::json) as wanted (id bigint, ucum text, "catalogueUcum" text, before timestamptz)
      join analyte mine on mine.id = wanted.id and mine.kind = value.kind
        and (value.ucum is not distinct from wanted.ucum
          or coalesce(value.catalogue_ucum, value.ucum) = wanted."catalogueUcum")
        and (mine.loinc = theirs.loinc or mine.loinc is null and mine.id = theirs.id)
      cross join lateral ${sampleOf} as sample
    where this.id = ${orderId} and value.value is not null
      and coalesce(sample.taken_at, version.released_at) < wanted.before
    order by mine.id, at desc, report.id`.execute(db)
  return rows
}

/** The newest of these choices that the lab released for the patient of an order, on one of these lines; matched as above. */
export async function lastChoice(
  db: Db,
  orderId: number,
  lines: readonly string[],
  choices: readonly string[],
): Promise<LastValue | undefined> {
  const { rows } = await sql<LastValue>`
    select theirs.id as "analyteId", value.value, value.unit, null as factor,
      coalesce(sample.taken_at, version.released_at) as at, report.id as "reportId", version.number,
      report.order_id as "orderId"
    from ${releasedForPatient}
      join analyte theirs on theirs.id = value.analyte_id
      join test on test.id = theirs.test_id
      cross join lateral ${sampleOf} as sample
    where this.id = ${orderId} and value.value = any(${[...choices]}::text[])
      and (theirs.loinc = any(${[...lines]}::text[]) or test.code || '/' || theirs.position = any(${[...lines]}::text[]))
    order by at desc, report.id limit 1`.execute(db)
  return rows[0]
}
