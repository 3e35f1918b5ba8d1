import type { Db } from '../../server/src/db.ts'
import { systemClock } from '../../server/src/infra/clock.ts'
import { createVerifiedAccount } from '../../server/src/modules/accounts/accounts.ts'
import { openHasher } from '../../server/src/modules/accounts/index.ts'
import { openSession } from '../../server/src/modules/accounts/sessions.ts'
import type { Sql } from '../../server/test/sql.ts'

/** A doctor with thousands of results, nearly all of them read and acknowledged long ago. */
export type BusyDoctor = {
  readonly accountId: number
  /** Their Authorization header. */
  readonly bearer: string
  readonly orders: number
  readonly results: number
  /** A part of a name that some of their patients have. */
  readonly name: string
}

/**
 * Three copies of every paid order: two for the doctor, and one for the account that placed it. Odd ids leave the data of
 * the busy lab unchanged.
 */
const copied = (doctor: number, sql: Sql) => sql`
  select o.id as was, 1000001 + 2 * row_number() over (order by copy, o.id) as id, copy,
    case when copy < 3 then ${doctor} else o.account_id end as account_id
  from lab_order o, generate_series(1, 3) as copy where o.paid_at is not null and o.id < 1000000`

/** Gives a new doctor a long history, and other doctors a part of it. */
export async function openBusyDoctor(db: Db, sql: Sql): Promise<BusyDoctor> {
  const accountId = await createVerifiedAccount(
    db,
    { clock: systemClock, hasher: openHasher() },
    {
      email: 'busy-doctor@scale.example',
      name: 'Busy Doctor',
      type: 'doctor',
      phone: '2348039999998',
      address: 'Lagos',
      password: 'agbalumo-in-season',
    },
  )
  await sql`update account set demo = false where id = ${accountId}`
  await sql.begin(async (tx) => {
    // Writes rows as the product would, without the months that it would take.
    await tx`set local session_replication_role = replica`
    await tx`create temp table copy on commit drop as ${copied(accountId, sql)}`
    await tx`insert into lab_order overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', copy.id, 'account_id', copy.account_id,
        'reference', 'LB-COPY-' || copy.id, 'client_reference', 'copy-' || copy.id, 'state', 'results_ready'))).*
      from copy join lab_order o on o.id = copy.was`
    await tx`insert into lab_order_line select (jsonb_populate_record(l, jsonb_build_object('order_id', copy.id))).*
      from copy join lab_order_line l on l.order_id = copy.was`
    await tx`insert into report (order_id, position, test_id, test_name)
      select l.order_id, l.position, l.test_id, l.name from copy join lab_order_line l on l.order_id = copy.id`
    await tx`insert into report_version (report_id, number, state, entered_by, entered_at, verified_by, verified_at,
        released_by, released_at)
      select report.id, 1, 'released', ${accountId}, o.paid_at, 1, o.paid_at, 1, o.paid_at + interval '1 day'
      from report join lab_order o on o.id = report.order_id`
    await tx`insert into result_value (report_id, number, position, analyte_id, name, kind, value, flag,
        critical_tier, entered_by)
      select report.id, 1, line, 1, 'Part', 'text', 'seen', case when o.id % 20 = 1 then 'critical_high' else 'normal' end,
        case when o.id % 20 = 1 then 'immediate' end, ${accountId} from report join lab_order o on o.id = report.order_id, generate_series(1, 4) as line`
    await tx`create temp table subject on commit drop as
      select o.id as order_id, person_of(o) as person, lower(o.patient_email) as email, o.account_id
      from lab_order o where o.id > 1000000`
    await tx`insert into reading_consent (id, person, patient_email, doctor_id, sensitive, words_version, given_at, expires_at)
      select gen_random_uuid(), person, email, account_id, true, '1', now() - interval '1 day', now() + interval '300 days'
      from (select distinct person, email, account_id from subject) one`
    // Without this PostgreSQL underestimates the rows and compares each result with each consent.
    await tx`analyze report, reading_consent, subject`
    await tx`insert into result_opened (report_id, number, account_id, reader, way, at, consent_id)
      select report.id, 1, subject.account_id, 'doctor', 'screen', now(), consent.id
      from report join subject on subject.order_id = report.order_id
        join reading_consent consent on consent.doctor_id = subject.account_id and consent.person = subject.person
      where subject.account_id <> ${accountId} or subject.order_id % 100 <> 1`
    await tx`insert into result_opened (report_id, number, account_id, reader, way, at)
      select id, 1, 2, 'patient', 'screen', now() from report`
    await tx`insert into result_acknowledged (report_id, number, account_id, at)
      select report_id, number, account_id, at from result_opened where reader = 'doctor'`
  })
  const [counted] = await sql<{ orders: number; results: number; name: string }[]>`
    select count(distinct o.id)::int as orders, count(*)::int as results,
      min(split_part(patient_name, ' ', 1)) as name
    from lab_order o join report on report.order_id = o.id where o.account_id = ${accountId}`
  const { token } = await db.transaction().execute((tx) => openSession(tx, accountId, systemClock.now()))
  return { accountId, bearer: `Bearer ${token}`, ...(counted ?? { orders: 0, results: 0, name: '' }) }
}
