import type { Stage } from './stage.ts'

/** Statements that break one invariant and nothing else. */
export type Alteration = readonly string[]

const ofOrder = (reference: string) => `(select id from lab_order where reference = '${reference}')`
const ofPayment = (reference: string) => `(select id from payment where reference = '${reference}')`
const ofLink = (reference: string) => `(select id from payment_link where order_id = ${ofOrder(reference)})`
const ofRefund = (reference: string) => `(select id from refund where payment_id = ${ofPayment(reference)})`

const moved = (what: 'lab_order' | 'payment' | 'payment_link', id: string, to: string): Alteration => {
  const column = what === 'lab_order' ? 'order_id' : what === 'payment' ? 'payment_id' : 'link_id'
  return [
    `insert into ${what}_event (${column}, verb, from_state, to_state, actor, at)
      select id, 'by hand', state, '${to}', 'system', now() from ${what} where id = ${id}`,
    `update ${what} set state = '${to}' where id = ${id}`,
  ]
}

/** A posting from one account to another; by kind, each the one that most was posted to. */
const posted = (key: string, from: string, to: string, amount: number, order = 'LB-NONE'): Alteration => [
  `insert into ledger_posting (business_key, kind, order_reference)
    values ('${key}', split_part('${key}', ':', 1), '${order}')`,
  ...[from, to].map(
    (kind, index) => `insert into ledger_line (posting_id, position, account_id, amount_kobo, at)
      select posting.id, ${index + 1}, (select account.id from ledger_account account
          left join ledger_line line on line.account_id = account.id
          where account.kind = '${kind}' group by 1 order by count(*) desc limit 1),
        ${index === 0 ? -amount : amount}, posting.at
      from ledger_posting posting where business_key = '${key}'`,
  ),
]

const lost = (id: string, payment: string, amount: number) => `
  insert into dispute (provider_id, payment_id, amount_kobo, category, status, resolution, opened_at)
  values ('${id}', ${ofPayment(payment)}, ${amount}, 'fraud', 'resolved', 'merchant-accepted', now())`

const renamed = (key: string) =>
  `update ledger_posting set business_key = split_part(business_key, ':', 1) || ':nobody' where business_key = ${key}`

/** For each invariant, by its name, what breaks it: one alteration for each thing that it looks for. */
export function alterations(stage: Stage): Readonly<Record<string, readonly Alteration[]>> {
  const { receipted, released, parted, byCredit, returned, short, linked, linkedShort, late, unpaid, open } =
    stage
  return {
    'INV-01 every posting sums to nothing': [
      [
        `update ledger_line set amount_kobo = amount_kobo + 1 from ledger_posting posting, ledger_account account
          where posting.id = posting_id and account.id = account_id and account.kind = 'provider_clearing'
            and posting.business_key = 'capture:${receipted.payment}'`,
      ],
    ],
    'INV-03 every captured naira attempt has one capture posting, and every capture an attempt': [
      [renamed(`'capture:${receipted.payment}'`)],
    ],
    "INV-04 all that came for an order, with the credit used, is somebody's share, unapplied, on its way back or back":
      [
        [
          `update ledger_posting set order_reference = '${unpaid.order}'
            where business_key = 'capture:${receipted.payment}'`,
        ],
      ],
    'INV-05 captured money settles its order, is held, or goes back': [
      moved('payment', ofPayment(short.payment), 'failed'),
      [
        'drop index payment_settles_order',
        `update payment set settles_order = true where reference = '${returned.payment}'`,
      ],
    ],
    'INV-06 a scheduled order has a settled attempt of just its total, with the credit that it used': [
      [`update payment set due_kobo = due_kobo + 1 where reference = '${receipted.payment}'`],
      [`update payment set captured_kobo = null where reference = '${byCredit.payment}'`],
    ],
    'INV-07 and INV-08 the total is its lines and the fee': [
      [
        `update lab_order_line set price_kobo = price_kobo + 1 where order_id = ${ofOrder(unpaid.order)} and position = 1`,
      ],
      [`update lab_order set test_count = test_count + 1 where reference = '${unpaid.order}'`],
    ],
    'INV-09 no more goes back than came, and of no share more than it was': [
      [
        `update lab_order set platform_share_kobo = platform_share_kobo + lab_share_kobo, lab_share_kobo = 0
          where reference = '${parted.order}'`,
      ],
      [`update refund set ended_at = null where id = ${ofRefund(returned.payment)}`],
    ],
    'what goes back of a payment and what banks took of it are no more than came': [
      [
        lost('taken', parted.payment, 800_000),
        ...posted('dispute_lost:taken', 'provider_clearing', 'chargebacks', 800_000),
      ],
    ],
    'every refund has its postings, and every such posting its refund': [
      [renamed(`'refund_due:' || ${ofRefund(parted.payment)}`)],
      [renamed(`'refund_done:' || ${ofRefund(parted.payment)}`)],
    ],
    "INV-10 nobody's earnings or credit are below nothing": [
      posted('by hand:credit', 'provider_clearing', 'patient_credit', 1),
    ],
    "INV-13 a doctor's earning is available once the result is out, and not before": [
      moved('lab_order', ofOrder(released.order), 'lab_processing'),
      [
        `update ledger_posting set kind = 'by hand' where business_key = 'earning_available:${released.order}'`,
      ],
      posted('by hand:early', 'doctor_wallet', 'doctor_pending', 1, released.order),
    ],
    'INV-15 a link lives for three days at most, is paid only with its order, and starts no attempt after its end':
      [
        [`update payment_link set expires_at = created_at + interval '73 hours' where id = ${ofLink(open)}`],
        moved('payment_link', ofLink(open), 'paid'),
        [`update payment set link_id = ${ofLink(open)} where reference = '${unpaid.payment}'`],
        [
          `update payment set started_at = started_at + interval '4 days' where reference = '${linked.payment}'`,
        ],
        [
          `update payment_link_event set at = at - interval '1 day' where to_state = 'paid' and link_id = ${ofLink(linked.order)}`,
        ],
      ],
    'INV-16 money that came by a link pays its order, is held, or goes back': [
      moved('payment', ofPayment(linkedShort.payment), 'settled'),
    ],
    'late money is chosen about only where it came late': [
      [`update lab_order set late_money_at = now() where reference = '${unpaid.order}'`],
      [`update lab_order set late_choice = 'new_day' where reference = '${late.order}'`],
      [`update lab_order set late_choice = 'cancel' where reference = '${late.order}'`],
    ],
    'credit that pays is posted once, by an attempt that settled an order of its own owner': [
      [renamed(`'credit_payment:${byCredit.payment}'`)],
      [`update lab_order set account_id = account_id + 1 where reference = '${byCredit.order}'`],
    ],
    'receipts of a year are numbered from one without a gap, each for money that paid an order': [
      ['update receipt_year set last_number = last_number + 1'],
      [`update receipt set payment_id = ${ofPayment(returned.payment)}`],
    ],
    'INV-25 the history of an order, an attempt and a link has no gap and ends at its state': [
      [
        `update lab_order_event set from_state = 'expired' where order_id = ${ofOrder(released.order)} and verb = 'receive'`,
      ],
      [`delete from payment_event where payment_id = ${ofPayment(receipted.payment)} and verb = 'settle'`],
      [`update payment_link set state = 'revoked' where id = ${ofLink(open)}`],
    ],
    'what a bank took ends what was owed, and no more than it took': [
      [
        `update refund set outside = 'dispute', outside_reference = 'unheard-of' where id = ${ofRefund(parted.payment)}`,
      ],
    ],
    'only money that stands in no book goes back beside the books': [
      [
        `insert into refund (payment_id, amount_kobo, source_kobo, reason, requested_at, request_key, actor, origin, in_books)
          values (${ofPayment(short.payment)}, 1, 1, 'x', now(), 'by hand', 'system', 'unapplied', false)`,
      ],
    ],
    'a dispute that was lost is booked once, and no other is': [
      [lost('not-booked', receipted.payment, 100)],
      posted('dispute_lost:not-heard-of', 'provider_clearing', 'chargebacks', 100),
    ],
    'INV-21 every webhook that was kept is handled within a quarter of an hour': [
      [
        `insert into paystack_event (body_hash, event, body, received_at)
          values (sha256('late'), 'charge.success', '', now() - interval '16 minutes')`,
      ],
    ],
  }
}
