import type { PaystackTruth, Theirs } from './paystack-truth.ts'
import type { Sql } from './settling.ts'

/** What we know of one attempt, in kobo. */
type Kept = {
  reference: string
  orderReference: string
  state: string
  total: number
  captured: number
  inBooks: boolean
  fee: number
  /** What went back through Paystack because we sent it. */
  refunded: number
  /** What went back in the dashboard, or was taken back there, and was written down here. */
  written: number
  /** What went back from our own bank account. */
  fromBank: number
  /** What its postings say that Paystack holds of it. */
  clearing: number
  /** The kinds of the cases that there are or were about it; a dispute that had ended before we heard of it has none. */
  cases: string[]
}

/** Holds what the books say against what Paystack knows, kobo for kobo. */
export async function againstPaystack(sql: Sql, truth: PaystackTruth): Promise<string[]> {
  const kept = await readKept(sql)
  const ours = new Map(kept.map((row) => [row.reference, row]))
  const told = new Set(
    (await sql<{ id: string }[]>`select subject as id from money_case where kind = 'refund_unknown'`).map(
      ({ id }) => id,
    ),
  )
  const about = truth.references.flatMap((theirs) => {
    const own = ours.get(theirs.reference)
    if (own) return [...compare(own, theirs), ...untold(theirs, told)]
    return theirs.captured > 0 ? [`Paystack captured ${theirs.reference}, which we do not know`] : []
  })
  return [
    ...about,
    ...(await clearingInAll(sql, kept)),
    ...chargedTwice(kept, truth.references),
    ...(await disputesOf(sql, truth)),
  ]
}

function compare(own: Kept, theirs: Theirs): string[] {
  const wrong: string[] = []
  const equal = (what: string, mine: number, right: number) => {
    if (mine !== right)
      wrong.push(`${theirs.reference} (${own.state}): ${what} is ${mine} here and ${right} at Paystack`)
  }
  // What was taken back before we could learn of it never was ours: somebody is told, and the order was not paid by it.
  if (own.captured === 0 && theirs.status === 'reversed') {
    const told = ['reversed_outside', 'dispute'].some((kind) => own.cases.includes(kind))
    return told || theirs.inDashboard.length > 0
      ? []
      : [`${theirs.reference} came and went at Paystack, and nobody was told`]
  }
  equal('captured', own.captured, theirs.captured)
  const inDashboard = sum(theirs.inDashboard.filter(({ done }) => done).map(({ amount }) => amount))
  equal('refunded', own.refunded + inDashboard, theirs.refunded)
  if (!own.inBooks || theirs.captured === 0) {
    equal('clearing of what is in no books', own.clearing, 0)
    return wrong
  }
  const fee = theirs.feeIsSaid ? theirs.fees : own.fee
  equal('fee', own.fee, fee)
  equal('clearing', own.clearing, theirs.captured - fee - own.refunded - own.written - theirs.lostToDisputes)
  const unwritten = inDashboard + theirs.reversedOutside - own.written
  equal('balance', own.clearing - unwritten, theirs.balance + theirs.fees - fee)
  if (unwritten < 0) wrong.push(`${theirs.reference}: ${-unwritten} is written down that never went back`)
  const told = ['reversed_outside', 'refund_stuck', 'refund_failed'].some((kind) => own.cases.includes(kind))
  // Where a bank took a part as well, nothing that Paystack says tells the rest that is gone from the rest that is there.
  if (theirs.reversedOutside > own.written && theirs.lostToDisputes === 0 && !told)
    wrong.push(`${theirs.reference}: ${theirs.reversedOutside} was taken back, and nobody was told`)
  return wrong
}

/** Of one order's payers, Paystack keeps money of one; of others only what waits for a person. */
function chargedTwice(kept: readonly Kept[], references: readonly Theirs[]): string[] {
  const theirs = new Map(references.map((one) => [one.reference, one]))
  const byOrder = Map.groupBy(
    kept.filter(({ inBooks, state }) => inBooks && state !== 'held' && state !== 'refunding'),
    ({ orderReference }) => orderReference,
  )
  return [...byOrder].flatMap(([order, attempts]) => {
    const stays = sum(
      attempts.map(({ reference, fromBank }) => {
        const one = theirs.get(reference)
        return one ? one.balance + one.fees - one.refundsUnderWay - fromBank : 0
      }),
    )
    const total = attempts[0]?.total ?? 0
    return stays > total ? [`${order} cost ${total}, and ${stays} was kept for it`] : []
  })
}

async function readKept(sql: Sql): Promise<Kept[]> {
  return await sql<Kept[]>`
    with moved as (select g.business_key as key, sum(l.amount_kobo) as kobo from ledger_line l
        join ledger_account a on a.id = l.account_id join ledger_posting g on g.id = l.posting_id
      where a.kind = 'provider_clearing' group by g.id),
    about as (
      select split_part(key, ':', 2) as reference, kobo from moved
        where split_part(key, ':', 1) in ('capture', 'fee_corrected')
      union all select p.reference, kobo from moved join refund r on key = 'refund_done:' || r.id
        join payment p on p.id = r.payment_id
      union all select p.reference, kobo from moved join dispute d on key = 'dispute_lost:' || d.provider_id
        join payment p on p.id = d.payment_id),
    clearing as (select reference, sum(kobo) as kobo from about group by 1),
    told as (
      select subject as reference, kind from money_case
      union select found ->> 'payment', kind from money_case
      union select p.reference, 'dispute' from dispute d join payment p on p.id = d.payment_id),
    kinds as (select reference, array_agg(distinct kind) as kinds from told group by 1),
    back as (select payment_id, coalesce(sum(source_kobo) filter (where outside is null), 0) as sent,
        coalesce(sum(source_kobo) filter (where outside = 'dashboard'), 0) as written,
        coalesce(sum(source_kobo) filter (where outside = 'bank'), 0) as bank
      from refund where state = 'processed' group by 1)
    select p.reference, o.reference as "orderReference", p.state, o.total_kobo as total,
      coalesce(p.captured_kobo, 0) as captured, coalesce(p.fee_kobo, 0) as fee,
      coalesce(p.captured_currency, 'NGN') = 'NGN' and coalesce(p.hold_reason, '') <> 'wrong_domain' as "inBooks",
      coalesce(back.sent, 0) as refunded, coalesce(back.written, 0) as written, coalesce(back.bank, 0) as "fromBank",
      coalesce(clearing.kobo, 0) as clearing, coalesce(kinds.kinds, '{}') as cases
    from payment p join lab_order o on o.id = p.order_id left join back on back.payment_id = p.id
      left join clearing on clearing.reference = p.reference left join kinds on kinds.reference = p.reference`
}

/** Nothing else has moved what Paystack holds for us. */
async function clearingInAll(sql: Sql, kept: readonly Kept[]): Promise<string[]> {
  const [row] = await sql<{ clearing: number }[]>`
    select coalesce(sum(l.amount_kobo), 0) as clearing from ledger_line l
      join ledger_account a on a.id = l.account_id where a.kind = 'provider_clearing'`
  const all = sum(kept.map(({ clearing }) => clearing))
  return row?.clearing === all ? [] : [`clearing is ${row?.clearing} in all, and ${all} by payment`]
}

/** Of what others gave back in the dashboard somebody is told. */
function untold({ reference, domain, inDashboard }: Theirs, told: ReadonlySet<string>): string[] {
  if (domain !== 'test') return []
  return inDashboard
    .filter(({ id }) => !told.has(id))
    .map(({ id }) => `${reference}: the refund ${id} in the dashboard has no case`)
}

/** Every dispute is known with its end, and each that was lost is posted. */
async function disputesOf(sql: Sql, { disputes }: PaystackTruth): Promise<string[]> {
  const rows = await sql<{ id: string; status: string; resolution: string | null }[]>`
    select provider_id as id, status, resolution from dispute`
  const ours = new Map(rows.map((row) => [row.id, row]))
  return disputes.flatMap(({ id, reference, status, resolution }) => {
    const own = ours.get(String(id))
    if (!own) return [`the dispute ${id} of ${reference} is not known here`]
    return own.status === status && (status !== 'resolved' || own.resolution === resolution)
      ? []
      : [`the dispute ${id} is ${own.status} ${own.resolution} here and ${status} ${resolution} at Paystack`]
  })
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((so, amount) => so + amount, 0)
}
