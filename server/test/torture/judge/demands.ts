import type { Sql } from '../../sql.ts'

/**
 * Conditions at the end, beside the invariants: everything that waits has an open case or a notified person.
 * Each query finds the exceptions.
 */
const demands: Readonly<Record<string, string>> = {
  'held money has its open case, or had one where a bank took it': `
    select p.reference as what from payment p where p.state = 'held' and not exists (
      select 1 from money_case c
      where (c.kind = 'held_money' and c.subject = p.reference
          or c.kind = 'refund_failed' and c.subject in (select id::text from refund where payment_id = p.id))
        and (c.closed_at is null or exists (select 1 from dispute d where d.payment_id = p.id and d.status = 'resolved'
          and d.resolution is distinct from 'declined')))`,
  'a payment on its way back has a refund under way with its case, one that is tried again, or a failed one with its case': `
    select p.reference as what from payment p where p.state = 'refunding' and not exists (
      select 1 from refund r where r.payment_id = p.id
        and (r.ended_at is null and exists (select 1 from money_case c
            where c.kind = 'refund_stuck' and c.subject = r.id::text and c.closed_at is null)
          or r.state = 'failed' and not exists (select 1 from refund later where later.retries = r.id)
            and (r.retry_at is not null or exists (select 1 from money_case c
              where c.kind = 'refund_failed' and c.subject = r.id::text and c.closed_at is null))))`,
  'a failed refund is made good, is tried again, or is known to somebody': `
    select r.id::text as what from refund r where r.state = 'failed' and r.retry_at is null
      and not exists (select 1 from refund later where later.retries = r.id)
      and not exists (select 1 from money_case c where c.kind = 'refund_failed' and c.subject = r.id::text
        and c.closed_at is null)`,
  'no case says that our own books differ, or that Paystack has what we do not know': `
    select kind || ' ' || subject as what from money_case where kind in ('books_differ', 'orphan_webhook')
      or kind in ('amount_differs', 'missing_at_paystack', 'unknown_at_paystack') and closed_at is null`,
  'whoever booked and was paid late has chosen, or somebody was told': `
    select o.reference as what from lab_order o where o.state = 'scheduled' and o.late_money_at is not null
      and o.late_choice is null and o.mode = 'sampleCollection'
      and not exists (select 1 from money_case c where c.kind = 'late_choice' and c.subject = o.reference)`,
  'a payment has one receipt at most': `
    select payment_id::text as what from receipt group by payment_id having count(*) > 1`,
  'no job is dead': `
    select task_identifier || ': ' || coalesce(last_error, '') as what from graphile_worker.jobs
    where attempts >= max_attempts`,
}

/** The conditions that do not hold. */
export async function unmetDemands(sql: Sql): Promise<string[]> {
  const unmet: string[] = []
  for (const [name, query] of Object.entries(demands))
    for (const { what } of await sql.unsafe<{ what: string }[]>(query)) unmet.push(`${name}: ${what}`)
  return unmet
}
