import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db.ts'
import {
  type Budget,
  type BudgetLimits,
  type BudgetReading,
  type Lease,
  type LeaseRequest,
  leastShare,
  longestPause,
  rounding,
  type SlowDown,
  secondsToRecover,
} from './budget.ts'

/**
 * Opens the budget of a provider that all processes with this database share. Each call is one statement, which no other
 * process can interrupt. Without `clock`, the time is that of the database's machine, because clocks of machines differ.
 */
export function databaseBudget(
  db: Db,
  provider: string,
  limits: BudgetLimits,
  clock: () => Date | null = () => null,
): Budget {
  return {
    lease: (request) => lease(db, { provider, limits, at: clock() }, request),
    slowDown: (told) => slowDown(db, { provider, limits, at: clock() }, told),
  }
}

type BudgetRow = { readonly provider: string; readonly limits: BudgetLimits; readonly at: Date | null }

async function lease(db: Db, row: BudgetRow, { wanted, reserve }: LeaseRequest): Promise<Lease> {
  const { perSecond, burst } = row.limits
  const first = Math.max(0, Math.min(wanted, burst - reserve))
  const { rows } = await sql<{ taken: number; calls_left: number; per_second: number; paused: number }>`
    insert into call_budget as budget (provider, calls_left, per_second, counted_at, taken)
    values (${row.provider}, ${burst - first}, ${perSecond}, ${timeOf(row)}, ${first})
    on conflict (provider) do update set (calls_left, per_second, counted_at, paused_until, taken) = (
      select greatest(0, refilled.calls_left - given.taken), refilled.per_second, refilled.at, refilled.paused_until,
        given.taken
      from ${refilled(row)}, lateral (
        select greatest(0, least(${wanted}::int, floor(refilled.calls_left - ${reserve}::int + ${rounding}::float8)))::int
      ) given (taken)
    )
    returning taken, calls_left, per_second,
      greatest(0, coalesce(extract(epoch from paused_until - counted_at), 0))::float8 * 1000 as paused`.execute(
    db,
  )
  const [left] = rows
  if (!left) throw new Error('the budget of calls has no row')
  const missing = Math.max(0, 1 - rounding - left.calls_left)
  const waitMs = left.paused + (missing / left.per_second) * 1000
  return { taken: left.taken, waitMs, perSecond: left.per_second }
}

/** Reads what all processes together have left. A budget that was never used is full. */
export async function readBudget(
  db: Db,
  provider: string,
  limits: BudgetLimits,
  clock: () => Date | null = () => null,
): Promise<BudgetReading> {
  const { perSecond: limit, burst } = limits
  const { rows } = await sql<Omit<BudgetReading, 'limit'>>`
    select refilled.per_second as "perSecond", refilled.calls_left as "callsLeft",
      greatest(0, coalesce(extract(epoch from refilled.paused_until - refilled.at), 0))::float8 as "pausedSeconds"
    from call_budget budget, lateral ${refilled({ provider, limits, at: clock() })}
    where budget.provider = ${provider}`.execute(db)
  return { limit, ...(rows[0] ?? { perSecond: limit, callsLeft: burst, pausedSeconds: 0 }) }
}

async function slowDown(db: Db, row: BudgetRow, { pauseMs, sentMsAgo }: SlowDown): Promise<void> {
  const { perSecond } = row.limits
  const pause = sql`${pauseMs}::float8 * interval '1 millisecond'`
  await sql`
    insert into call_budget as budget (provider, calls_left, per_second, counted_at, paused_until, slowed_at, taken)
    values (${row.provider}, 0, ${perSecond / 2}, ${timeOf(row)}, ${timeOf(row)} + ${pause}, ${timeOf(row)}, 0)
    on conflict (provider) do update set (calls_left, per_second, counted_at, paused_until, slowed_at) = (
      select 0,
        case when answer.is_new then greatest(${perSecond * leastShare}::float8, refilled.per_second / 2)
          else refilled.per_second end,
        refilled.at,
        greatest(refilled.paused_until, refilled.at + ${pause}),
        case when answer.is_new then refilled.at else budget.slowed_at end
      from ${refilled(row)}, lateral (
        select budget.slowed_at > refilled.at
          or refilled.at - ${sentMsAgo}::float8 * interval '1 millisecond' >= coalesce(budget.slowed_at, '-infinity')
      ) answer (is_new)
    )`.execute(db)
}

function timeOf({ at }: BudgetRow): RawBuilder<unknown> {
  return at ? sql`${at}::timestamptz` : sql`clock_timestamp()`
}

/**
 * What the row `budget` has now. A pause brings neither tokens nor speed. If the clock of the database was set back, the
 * time between counts as none, and a pause lasts at most as long as the longest that the provider can ask for.
 */
function refilled(row: BudgetRow): RawBuilder<unknown> {
  const { perSecond, burst } = row.limits
  const share = sql`budget.per_second / ${perSecond}::float8`
  return sql`(
    select now.at, pause.until as paused_until, least(${perSecond}::float8, budget.per_second + passed.seconds * ${perSecond / secondsToRecover}::float8) as per_second,
      least(greatest(1, ${burst}::float8 * ${share}), budget.calls_left + passed.seconds * budget.per_second) as calls_left
    from (select ${timeOf(row)} as at offset 0) now,
      lateral (select case when budget.paused_until is not null
        then least(budget.paused_until, now.at + ${longestPause}::float8 * interval '1 second') end) pause (until),
      lateral (select greatest(0, extract(epoch from now.at - greatest(budget.counted_at, pause.until)))::float8) passed (seconds)
  ) refilled`
}
