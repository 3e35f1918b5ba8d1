import { auditAlterations, entered, ofOrder, ofReport } from './audit-alterations.ts'
import { callAlterations } from './call-alterations.ts'
import { doctorAlterations } from './doctor-alterations.ts'
import { fileAlterations } from './file-alterations.ts'
import { leftOutAlterations } from './left-out-alterations.ts'
import type { Stage } from './stage.ts'

/** Statements that break one invariant and nothing else. */
export type Alteration = readonly string[]

const ofPayment = (reference: string) => `(select id from payment where reference = '${reference}')`
const ofLink = (reference: string) => `(select id from payment_link where order_id = ${ofOrder(reference)})`
const ofRefund = (reference: string) => `(select id from refund where payment_id = ${ofPayment(reference)})`

const ofSample = (reference: string) =>
  `(select id from specimen where order_id = ${ofOrder(reference)} order by accession limit 1)`

const moved = (what: 'lab_order' | 'payment' | 'payment_link', id: string, to: string): Alteration => {
  const column = what === 'lab_order' ? 'order_id' : what === 'payment' ? 'payment_id' : 'link_id'
  return [
    `insert into ${what}_event (${column}, verb, from_state, to_state, actor, at)
      select id, 'by hand', state, '${to}', 'system', now() from ${what} where id = ${id}`,
    `update ${what} set state = '${to}' where id = ${id}`,
  ]
}

/** A posting from one account to another; by kind, each the account with the largest postings. */
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

/** An order paid late whose owner has not chosen needs no place. */
const withoutPlace = (reference: string): Alteration => [
  `update lab_order set late_money_at = now() where reference = '${reference}'`,
]

const visitOf = (order: string, state: string, collected: string): string =>
  `insert into collection (order_id, state, visit_on, visit_time, area_state, area, staff_id, round, opened_at,
      arrived_at, collected_at)
    select id, '${state}', collection_on, collection_time, 'Lagos', 'Yaba',
      ${state === 'requested' ? 'null' : "(select id from staff_member where type = 'phlebotomist' limit 1)"}, 1, now(),
      ${collected || 'null'}, ${collected || 'null'} from lab_order where reference = '${order}'`

const wentOf = (order: string, state: string): string =>
  `insert into collection_event (collection_id, verb, from_state, to_state, actor, at)
    select id, 'by hand', 'requested', '${state}', 'system', now() from collection where order_id = ${ofOrder(order)}`

/** For each invariant, by its name, what breaks it: one alteration for each condition that it checks. */
export function alterations(stage: Stage): Readonly<Record<string, readonly Alteration[]>> {
  const {
    receipted,
    released,
    parted,
    byCredit,
    returned,
    short,
    linked,
    linkedShort,
    late,
    unpaid,
    open,
    visited,
  } = stage
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
    'INV-04 all that came for an order, with the credit used, is the share of a party, unapplied, on its way back or back':
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
    "INV-10 no one's earnings or credit are below nothing": [
      posted('by hand:credit', 'provider_clearing', 'patient_credit', 1),
    ],
    "INV-13 a doctor's earning is available once the result is out, and not before": [
      moved('lab_order', ofOrder(released.order), 'sample_collected'),
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
    'receipts of a year are numbered from one without an unexplained gap, each for money that paid an order':
      [
        ['update receipt_year set last_number = last_number + 1'],
        [`update receipt set payment_id = ${ofPayment(returned.payment)}`],
      ],
    'INV-19 no window has more home visits than places, and their number is known': [
      ['update slot set taken = taken + 1'],
      ['update slot set taken = 0'],
    ],
    'a home visit that is paid has its place for good, on its day, and one that has ended has none': [
      [`update slot_place set order_id = ${ofOrder(unpaid.order)}`, ...withoutPlace(visited.order)],
      ['update slot_place set held_until = now()'],
      ['update slot set day = day + 1'],
      [`update slot set location_id = (select id from lab_location where id <> location_id limit 1)`],
      ['delete from slot_place', 'update slot set taken = 0'],
    ],
    'INV-25 the history of an order, an attempt, a link, a sample and a visit has no gap and ends at its state':
      [
        [
          `update lab_order_event set from_state = 'expired' where order_id = ${ofOrder(released.order)} and verb = 'receive'`,
        ],
        [`delete from payment_event where payment_id = ${ofPayment(receipted.payment)} and verb = 'settle'`],
        [`update payment_link set state = 'revoked' where id = ${ofLink(open)}`],
        [`delete from specimen_event where specimen_id = ${ofSample(released.order)} and verb = 'receive'`],
        [visitOf(visited.order, 'requested', '')],
      ],
    'what a phlebotomist took was taken at a visit, and a visit at which it was taken has its samples': [
      [
        `insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
          values (${ofOrder(visited.order)}, 'collect', 'scheduled', 'scheduled', 'phlebotomist', now())`,
      ],
      [visitOf(visited.order, 'collected', 'now()'), wentOf(visited.order, 'collected')],
      [visitOf(visited.order, 'on_the_way', ''), wentOf(visited.order, 'on_the_way')],
    ],
    ...leftOutAlterations(released.order, visited.order),
    'an order is no further than its samples, and each of its tests is served by one of them': [
      [
        `insert into specimen (order_id, accession, specimen, container, expected_at)
          select id, '26ZZ-00001', 'by hand', 'by hand', now() from lab_order where reference = '${released.order}'`,
        `insert into specimen_event (specimen_id, verb, from_state, to_state, actor, at)
          select id, 'expect', 'expected', 'expected', 'system', now() from specimen where accession = '26ZZ-00001'`,
        `insert into specimen_test (specimen_id, order_id, position, test_id)
          select id, order_id, 9, 1 from specimen where accession = '26ZZ-00001'`,
      ],
      [
        `insert into specimen_test (specimen_id, order_id, position, test_id)
          select s.id, t.order_id, t.position, t.test_id from specimen_test t, specimen s
          where t.specimen_id = ${ofSample(released.order)} and s.order_id = t.order_id and s.id <> t.specimen_id`,
      ],
      [`delete from specimen_test where specimen_id = ${ofSample(released.order)}`],
    ],
    'a sample that was rejected is asked for again, in the same container and for the same tests': [
      [
        `insert into specimen (order_id, accession, specimen, container, state, expected_at, collected_at, collected_by,
            rejected_at, rejected_by, rejected_reason)
          select order_id, '26ZZ-00001', specimen, container, 'rejected', now(), now(), collected_by, now(), collected_by,
            'leaked' from specimen where id = ${ofSample(released.order)}`,
        `insert into specimen_event (specimen_id, verb, from_state, to_state, actor, at)
          select id, 'by hand', 'expected', 'rejected', 'lab', now() from specimen where accession = '26ZZ-00001'`,
        `insert into specimen_test (specimen_id, order_id, position, test_id)
          select s.id, t.order_id, t.position, t.test_id from specimen_test t, specimen s
          where t.specimen_id = ${ofSample(released.order)} and s.accession = '26ZZ-00001'`,
      ],
    ],
    'INV-26 an order is ready once each of its reports is out, and a patient reads only what is': [
      [
        `insert into report (order_id, position, test_id, test_name)
          select order_id, position, 0, 'by hand' from report where id = ${ofReport(released.order)}`,
      ],
      [
        `insert into result_opened (report_id, number, account_id, reader, way, at)
          select id, 1, 1, 'patient', 'screen', now() - interval '1 day' from report where id = ${ofReport(released.order)}`,
        entered(released.order, {
          what: 'report_read',
          report: ofReport(released.order),
          at: `now() - interval '1 day'`,
        }),
      ],
    ],
    'what a lab has taken back is read by no one else, and what it released has a value or a PDF': [
      [
        `update report_version set state = 'withdrawn', withdrawn_by = 1, withdrawn_at = now() - interval '1 hour',
          withdrawn_because = 'other', withdrawn_note = 'by hand' where report_id = ${ofReport(released.order)}`,
        `insert into result_opened (report_id, number, account_id, reader, way, at)
          select id, 1, 1, 'patient', 'screen', now() from report where id = ${ofReport(released.order)}`,
        entered(released.order, { what: 'report_read', report: ofReport(released.order) }),
      ],
      [
        `insert into report_version (report_id, number, state, entered_by, entered_at, verified_by, verified_at, correction)
          select report_id, 9, 'verified', entered_by, entered_at, verified_by, verified_at, 'x'
          from report_version where report_id = ${ofReport(released.order)}`,
      ],
    ],
    ...callAlterations(released.order),
    ...fileAlterations(released.order),
    ...doctorAlterations(released.order),
    ...auditAlterations(released.order, receipted.order),
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
    'INV-27 a home visit is opened for its paid order, and ends with it, within a quarter of an hour': [
      [`update lab_order set paid_at = now() - interval '1 hour' where reference = '${visited.order}'`],
    ],
    'every row of history is in the keyed chain within a quarter of an hour': [
      [
        `insert into audit_pending (source, row_key, queued_at)
          values ('list_seen', '1', now() - interval '16 minutes')`,
      ],
    ],
    'INV-21 every webhook that was kept is handled within a quarter of an hour': [
      [
        `insert into paystack_event (id, body_hash, event, body, received_at)
          values (1, sha256('late'), 'charge.success', '', now() - interval '16 minutes')`,
      ],
    ],
  }
}
