import type { Sql } from '../../sql.ts'

/** Our record of one attempt, in kobo. */
export type OurAttempt = {
  reference: string
  orderReference: string
  state: string
  total: number
  captured: number
  inBooks: boolean
  fee: number
  /** What was refunded through Paystack by us. */
  refunded: number
  /** What was refunded or taken back in the dashboard, and recorded here. */
  written: number
  /** What was refunded from our own bank account. */
  fromBank: number
  /** What became its owner’s credit. */
  credited: number
  /** What banks finally refused to take back: an operator has an open case about it. */
  awaited: number
  /** What banks took of it, by its postings. */
  lost: number
  /** What Paystack holds of it, by its postings. */
  clearing: number
  /** The kinds of its cases, open and closed; a dispute that had ended before we heard of it has none. */
  cases: string[]
}

/** Reads every attempt. */
export async function readOurAttempts(sql: Sql): Promise<OurAttempt[]> {
  return await sql<OurAttempt[]>`
    with moved as (select g.business_key as key, sum(l.amount_kobo) as kobo from ledger_line l
        join ledger_account a on a.id = l.account_id join ledger_posting g on g.id = l.posting_id
      where a.kind = 'provider_clearing' group by g.id),
    about as (
      select split_part(key, ':', 2) as reference, kobo, false as lost from moved
        where split_part(key, ':', 1) in ('capture', 'fee_corrected')
      union all select p.reference, kobo, false from moved join refund r on key = 'refund_done:' || r.id
        join payment p on p.id = r.payment_id
      union all select p.reference, kobo, true from moved join dispute d on key = 'dispute_lost:' || d.provider_id
        join payment p on p.id = d.payment_id),
    clearing as (select reference, sum(kobo) as kobo, -sum(kobo) filter (where lost) as lost from about group by 1),
    told as (
      select subject as reference, kind from money_case
      union select found ->> 'payment', kind from money_case
      union select p.reference, 'dispute' from dispute d join payment p on p.id = d.payment_id),
    awaited as (select found ->> 'payment' as reference, sum(amount_kobo) as kobo from money_case
      where kind = 'refund_failed' and closed_at is null group by 1),
    kinds as (select reference, array_agg(distinct kind) as kinds from told group by 1),
    back as (select payment_id, coalesce(sum(source_kobo) filter (where outside is null), 0) as sent,
        coalesce(sum(source_kobo) filter (where outside = 'dashboard'), 0) as written,
        coalesce(sum(source_kobo) filter (where outside = 'bank'), 0) as bank, coalesce(sum(credit_kobo), 0) as credited
      from refund where state = 'processed' group by 1)
    select p.reference, o.reference as "orderReference", p.state, o.total_kobo as total,
      coalesce(p.captured_kobo, 0) as captured, coalesce(p.fee_kobo, 0) as fee,
      coalesce(p.captured_currency, 'NGN') = 'NGN' and coalesce(p.hold_reason, '') <> 'wrong_domain' as "inBooks",
      coalesce(back.sent, 0) as refunded, coalesce(back.written, 0) as written, coalesce(back.bank, 0) as "fromBank",
      coalesce(back.credited, 0) as credited,
      coalesce(awaited.kobo, 0) as awaited, coalesce(clearing.lost, 0) as lost, coalesce(clearing.kobo, 0) as clearing,
      coalesce(kinds.kinds, '{}') as cases
    from payment p join lab_order o on o.id = p.order_id left join back on back.payment_id = p.id
      left join clearing on clearing.reference = p.reference left join kinds on kinds.reference = p.reference
      left join awaited on awaited.reference = p.reference`
}
