import type { LagosDate } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db.ts'

/** The day on which the lab plans to offer a paused test again; null if none is planned. */
const again: RawBuilder<unknown> = sql`(select min(change.effective_on)::text from price_change change
  join price_change_line line on line.change_id = change.id and line.test_id = offer.test_id
  where change.lab_id = offer.lab_id and change.confirmed_at is not null and change.applied_at is null
    and change.withdrawn_at is null and line.active)`

/** A test that a lab has paused. */
export type PausedTest = { code: string; name: string; until: string | null }

/** The paused tests of a lab, by name. */
export async function pausedTests(db: Db, labId: number): Promise<PausedTest[]> {
  const { rows } = await sql<PausedTest>`
    select code, name, until from (${pausedOf(sql`${labId}::bigint`)}) one order by place`.execute(db)
  return rows
}

/** The same as a subquery; `place` is the position in the order. */
export function pausedOf(labId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select test.code, test.name, ${again} as until, row_number() over (order by test.name_folded) as place
    from offer join test on test.id = offer.test_id where offer.lab_id = ${labId} and offer.paused`
}

/** The most labs that are listed. */
const most = 5

/** The labs that take bookings on a day and have paused a test, by name, a few at most. */
export async function labsPausing(db: Db, testId: number, today: LagosDate) {
  const { rows } = await sql<{ lab: string; slug: string; until: string | null }>`
    select lab.name as lab, lab.slug, ${again} as until
    from offer join lab on lab.id = offer.lab_id
    where offer.test_id = ${testId} and offer.paused and lab.active and lab.registration_expires_on >= ${today}::date
    order by lab.name_folded limit ${most}`.execute(db)
  return rows
}
