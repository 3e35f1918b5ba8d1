import { createHash } from 'node:crypto'
import { addDays, type LagosDate, lagosDate, lagosTime, windowOf } from '@labalaba/contract'
import { type Page, test } from '@playwright/test'
import postgres from 'postgres'
import { runningPostgres } from '../scripts/postgres.ts'
import type { Product } from './product.ts'

/**
 * Moves a patient’s home visit into the past. A journey runs on the machine’s clock, so the visit moves, not
 * the day.
 */
export async function letVisitPass(product: Product, patientEmail: string): Promise<void> {
  const yesterday = addDays(lagosDate(new Date()), -1)
  await withDatabase(product, async (sql) => {
    await moveVisit(sql, patientEmail, { day: yesterday })
  })
}

/** The day of a patient's home visit. */
export async function visitDayOf(product: Product, patientEmail: string): Promise<LagosDate> {
  let day: LagosDate | undefined
  await withDatabase(product, async (sql) => {
    const orders = await sql<{ day: LagosDate }[]>`
      select collection_on::text as day from lab_order where patient_email = ${patientEmail}`
    day = orders[0]?.day
  })
  if (!day) throw new Error('the patient has no home visit')
  return day
}

/** Moves a patient’s home visit to now, because a phlebotomist sets off only at its time. */
export async function letVisitBeToday(product: Product, patientEmail: string): Promise<void> {
  const now = new Date()
  await withDatabase(product, async (sql) => {
    await moveVisit(sql, patientEmail, { day: lagosDate(now), time: lagosTime(now) })
  })
}

/**
 * Moves a patient’s home visit with everything that depends on its day: the order, the visit, and its place
 * in a window, whose capacity grows by one. At night the place is in the first or the last window of the day.
 */
async function moveVisit(
  connection: postgres.Sql,
  patientEmail: string,
  { day, time = null }: { readonly day: LagosDate; readonly time?: string | null },
): Promise<void> {
  await connection.begin(async (sql) => {
    const orders = await sql<{ id: string; location: string; at: string }[]>`
      update lab_order set collection_on = ${day}, collection_time = coalesce(${time}, collection_time)
      where patient_email = ${patientEmail} returning id, location_id as location, collection_time as at`
    for (const { id, location, at } of orders) {
      const { from: starts } = windowOf(at) ?? { from: at < '07:00' ? '07:00' : '17:00' }
      await sql`update collection set visit_on = ${day}, visit_time = coalesce(${time}, visit_time) where order_id = ${id}`
      const [window] = await sql<{ id: string }[]>`
        insert into slot (location_id, day, starts, places) values (${location}, ${day}, ${starts}, 1)
        on conflict (location_id, day, starts) do update set places = slot.places + 1 returning id`
      await sql`update slot_place set slot_id = ${window?.id ?? null} where order_id = ${id}`
    }
  })
}

/** Accepts a doctor’s licence as an operator; `licence.spec.ts` does it by hand. */
export async function letDoctorBeVerified(product: Product, email: string): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`insert into doctor_licence (id, account_id, name, folio_number, practising_year, document_type, document_hash,
        state, submitted_at, decided_at)
      select gen_random_uuid(), id, name, 'E2E-' || id, extract(year from now()), 'image/jpeg', sha256(''),
        'accepted', now(), now() from account where email = ${email}`
  })
}

/**
 * Lets two minutes pass for every limit of tries and mails: another code may be mailed a minute after the
 * last.
 */
export async function letMinutesPassForLimits(product: Product): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`update counted_try set at = at - interval '2 minutes'`
  })
}

/** The phlebotomist is on the way to a patient. */
export async function letPhlebotomistSetOff(product: Product, patientEmail: string): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`update lab_order set set_off_at = now() where patient_email = ${patientEmail}`
  })
}

/** Gives a window of a weekday this many places from now on. */
async function setPlaces(sql: postgres.Sql, place: string, at: Window, places: number): Promise<void> {
  await sql`insert into slot_capacity (location_id, weekday, starts, places)
    select id, extract(isodow from ${at.day}::date), ${at.starts}, ${places} from lab_location where name = ${place}
    on conflict (location_id, weekday, starts) do update set places = excluded.places`
}

type Window = { readonly day: string; readonly starts: string }

/** Leaves one place for a home visit in a window of a location. */
export async function letOneVisitRemain(product: Product, place: string, at: Window): Promise<void> {
  await withDatabase(product, async (sql) => {
    await setPlaces(sql, place, at, 1)
  })
}

/** Gives the time of an account’s unpaid home visit to another: its hold expires, and no place is left. */
export async function letVisitBeTaken(product: Product, email: string, place: string): Promise<void> {
  await withDatabase(product, async (sql) => {
    const [slot] = await sql<Window[]>`select day::text, starts from slot join slot_place on slot_id = slot.id
      join lab_order on lab_order.id = order_id join account on account.id = account_id where email = ${email}`
    await sql`delete from slot_place using lab_order o join account a on a.id = o.account_id
      where o.id = order_id and email = ${email}`
    if (slot) await setPlaces(sql, place, slot, 0)
  })
}

async function withDatabase({ dataDir }: Product, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(runningPostgres(dataDir) ?? '', { max: 1 })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

/** The specimens of an order were taken this many days ago, at `lab` if given. */
export async function letSamplesBeOld(
  product: Product,
  order: string,
  { days, lab }: { readonly days: number; readonly lab?: string },
): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`update specimen set collected_at = collected_at - make_interval(days => ${days})
      where order_id = (select id from lab_order where reference = ${order})`
    if (lab) await sql`update lab_order set lab_name = ${lab} where reference = ${order}`
  })
}

/**
 * Does something while the logged calls about a critical result count as made this many minutes earlier. Their entries of the
 * audit keep their time, so the invariants of this report are broken meanwhile, which the journey declares.
 */
export async function whileCallsAreOlder(
  product: Product,
  order: string,
  minutes: number,
  act: () => Promise<void>,
): Promise<void> {
  const calls = await callsAbout(product, order)
  for (const { report } of calls) test.info().annotations.push({ type: 'provokes', description: report })
  const ids = calls.map(({ id }) => id)
  await moveCalls(product, ids, -minutes)
  try {
    await act()
  } finally {
    await moveCalls(product, ids, minutes)
  }
}

type Call = { readonly id: string; readonly report: string }

async function callsAbout(product: Product, order: string): Promise<readonly Call[]> {
  let calls: readonly Call[] = []
  await withDatabase(product, async (sql) => {
    calls = await sql<Call[]>`
      select attempt.id, call.report_id as report from critical_call_attempt attempt
        join critical_call call on call.id = attempt.call_id
        join report on report.id = call.report_id join lab_order o on o.id = report.order_id
      where o.reference = ${order}`
  })
  return calls
}

async function moveCalls(product: Product, ids: readonly string[], minutes: number): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql.begin(async (tx) => {
      // Calls are history: their trigger refuses every change.
      await tx`set local session_replication_role = replica`
      await tx`
        update critical_call_attempt set at = at + make_interval(mins => ${minutes}) where id = any(${[...ids]}::uuid[])`
    })
  })
}

/** No phlebotomist of the demonstration visits this state any more; no other journey books there. */
export async function removePhlebotomists(product: Product, state: string): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`delete from phlebotomist_area where state = ${state}`
  })
}

/** Twenty minutes pass since the password was given in this browser, and in no other of the account. */
export async function letPasswordAgeHere(product: Product, page: Page): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('_tr_js') ?? '')
  const tokenHash = createHash('sha256').update(token).digest()
  await withDatabase(product, async (sql) => {
    await sql`
      update session set created_at = created_at - interval '20 minutes',
        confirmed_at = confirmed_at - interval '20 minutes'
      where token_hash = ${tokenHash}`
  })
}

/** Twenty minutes pass since an account gave its password: its sessions are as old as that. */
export async function letPasswordAge(product: Product, email: string): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`
      update session set created_at = created_at - interval '20 minutes',
        confirmed_at = confirmed_at - interval '20 minutes'
      where account_id = (select id from account where email = ${email}) and ended_at is null`
  })
}

/** Signs a plausibility limit, as a pathologist would with the next reference data: values beyond it then need a reason. */
export async function signPlausibilityLimit(product: Product, code: string): Promise<void> {
  await withDatabase(product, async (sql) => {
    await sql`update plausibility_limit set approved_by = 'Dr Journey' where code = ${code}`
  })
}
