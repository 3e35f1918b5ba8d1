import { expect, test } from 'vitest'
import { buildWorld } from '../world.ts'
import { setStage } from './stage.ts'

const world = await buildWorld()
const stage = await setStage(world)
const { receipted, released, parted, returned, short, byCredit } = stage

const payment = (reference: string) => `(select id from payment where reference = '${reference}')`
const order = (reference: string) => `(select id from lab_order where reference = '${reference}')`

const posting = (key: string, amounts: readonly number[]): string[] => [
  `insert into ledger_posting (business_key, kind) values ('${key}', 'by hand')`,
  ...amounts.map(
    (amount, index) => `insert into ledger_line (posting_id, position, account_id, amount_kobo)
      select id, ${index + 1}, (select min(id) from ledger_account), ${amount}
      from ledger_posting where business_key = '${key}'`,
  ),
  'set constraints all immediate',
]

/** Money that goes back, as a row; `changes` are columns with what stands in them. */
function refund(of: string, amount: number, changes: Readonly<Record<string, string>> = {}): string[] {
  const columns: Record<string, string> = {
    ...{ payment_id: payment(of), amount_kobo: String(amount), source_kobo: String(amount), reason: `'x'` },
    ...{ requested_at: 'now()', request_key: `'by hand'`, actor: `'system'`, origin: `'unapplied'` },
    ...changes,
  }
  return [`insert into refund (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`]
}

const partedRefund = `(select id from refund where payment_id = ${payment(parted.payment)})`
const openCase = `insert into money_case (kind, subject, opened_at) values ('held_money', 'by hand', now())`
const link = `insert into payment_link (token_hash, order_id, created_at, expires_at)
  select sha256('by hand'), order_id, created_at, expires_at from payment_link where order_id = ${order(stage.open)}`
const receipt = (of: string, number: string) =>
  `insert into receipt (payment_id, number, issued_at) values (${payment(of)}, ${number}, now())`

const report = `(select id from report where order_id = ${order(released.order)} order by position limit 1)`
const staff = (name: string) => `(select id from account where email = '${name}@cast.example')`
/** A correction of a released report, as it comes to each state. */
const begun = `insert into report_version (report_id, number, entered_by, entered_at, correction)
  values (${report}, 2, ${staff('sola')}, now(), 'by hand')`
const filled = `insert into result_value (report_id, number, position, analyte_id, name, kind, value, amount)
  select report_id, 2, position, analyte_id, name, kind, value, amount from result_value where report_id = ${report}`
const ofSecond = `where report_id = ${report} and number = 2`
const verifiedBy = (name: string) =>
  `update report_version set state = 'verified', verified_by = ${staff(name)}, verified_at = now() ${ofSecond}`
const first = `where report_id = ${report} and number = 1`
const released2 = `update report_version set state = 'released', released_by = ${staff('tola')}, released_at = now() ${ofSecond}`
const sheet = (
  file: string,
  hash: string,
) => `insert into report_sheet (report_id, number, file, file_hash, code_hash)
  values (${report}, 2, ${file}, ${hash}, sha256('by hand'))`

const visit = (state: string, arrived = 'null') =>
  `insert into collection (order_id, state, visit_on, visit_time, area_state, area, staff_id, opened_at, arrived_at, collected_at)
  select id, '${state}', collection_on, collection_time, 'Lagos', 'Yaba',
    ${state === 'requested' ? 'null' : "(select id from staff_member where type = 'phlebotomist')"}, now(), ${arrived},
    ${state === 'collected' ? 'now()' : 'null'} from lab_order where id = ${order(stage.visited.order)}`
const wentOn = `insert into collection_event (collection_id, verb, from_state, to_state, actor, at)
  select id, 'request', state, state, 'system', now() from collection`
const wasDone = `insert into visit_act (id, collection_id, account_id, verb, done_at, applied_at)
  select gen_random_uuid(), id, (select min(id) from account), 'set_off', now(), now() from collection`

/** One sample that is in the lab. */
const samples = `(select * from specimen where order_id = ${order(released.order)} order by accession limit 1)`

type Refused = readonly [what: string, statements: readonly string[], guard: string]

const columns = {
  ...{ ledger_posting: 'kind', ledger_line: 'amount_kobo', rate: 'effective_from', receipt: 'number' },
  ...{ lab_order_event: 'verb', payment_event: 'verb', lab_order_line: 'price_kobo' },
  ...{ report_sheet: 'number', report_event: 'verb', result_opened: 'way' },
  ...{ specimen_test: 'position', specimen_event: 'verb' },
}
const history: Refused[] = Object.entries(columns).flatMap(([table, column]) => [
  [`a change of ${table}`, [`update ${table} set ${column} = ${column}`], `${table} is append-only`],
  [`a loss from ${table}`, [`delete from ${table}`], `${table} is append-only`],
])

/** What no code of ours asks for: the database refuses it whoever asks, each by the guard that is named. */
const refused: Refused[] = [
  ['a posting that does not sum to zero', posting('odd', [100, -99]), 'lines that sum to'],
  ['a posting of one line', posting('single', [100]), 'lines that sum to'],
  ['a line of nothing', posting('nothing', [0, 0]), 'ledger_line_amount_kobo_check'],
  [
    'the same thing posted twice',
    posting(`capture:${receipted.payment}`, [1, -1]),
    'ledger_posting_business_key_key',
  ],
  ['more home visits in a window than places', ['update slot set taken = places + 1'], 'slot_not_overbooked'],
  [
    'a place for one more in a window that has none left',
    [
      'update slot set places = taken',
      `insert into slot_place (order_id, slot_id) select ${order(stage.unpaid.order)}, id from slot`,
    ],
    'slot_not_overbooked',
  ],
  ['a window that is none', [`update slot set starts = '08:00'`], 'slot_starts_check'],
  ['all postings forgotten', ['truncate ledger_posting, ledger_line'], 'append-only'],
  ...history,
  [
    'other terms of an order',
    [
      `update lab_order set lab_share_kobo = 0, platform_share_kobo = total_kobo where id = ${order(receipted.order)}`,
    ],
    'the terms of an order are frozen',
  ],
  [
    'a paid order that nobody paid',
    [`update lab_order set paid_at = null where id = ${order(receipted.order)}`],
    'lab_order_check',
  ],
  [
    'two attempts that both settle an order',
    [`update payment set settles_order = true where id = ${payment(returned.payment)}`],
    'payment_settles_order',
  ],
  [
    'an attempt that settles and has failed',
    [`update payment set state = 'failed' where id = ${payment(receipted.payment)}`],
    'payment_settled_check',
  ],
  [
    'money that is held without a reason',
    [`update payment set hold_reason = null where id = ${payment(short.payment)}`],
    'payment_check',
  ],
  ['two open links of one order', [link], 'payment_link_active'],
  ['more back than came', refund(short.payment, 5_001), 'would exceed what was paid'],
  ['more back than is left after a part', refund(parted.payment, 700_001), 'would exceed what was paid'],
  ['credit back to a source', refund(byCredit.payment, 1), 'would exceed what was paid'],
  [
    'the same thing given back twice',
    refund(short.payment, 1, { request_key: '(select min(request_key) from refund)' }),
    'refund_request_key_key',
  ],
  [
    'two tries in place of one that failed',
    [
      ...refund(short.payment, 1, { retries: partedRefund }),
      ...refund(short.payment, 1, {
        retries: partedRefund,
        request_key: `'again'`,
      }),
    ],
    'refund_retries_key',
  ],
  ['a refund of more than its two halves', refund(short.payment, 2, { source_kobo: '1' }), 'refund_check'],
  ['a refund of nothing', refund(short.payment, 0), 'refund_amount_kobo_check'],
  [
    'a refund of shares that are nobody’s',
    refund(released.payment, 1, { origin: `'shares'` }),
    'refund_check1',
  ],
  ['two open cases about one thing', [openCase, openCase], 'money_case_open'],
  [
    'a case that is closed without a note',
    [openCase, `update money_case set closed_at = now() where subject = 'by hand'`],
    'money_case_check',
  ],
  ['a report that is verified without a value', [begun, verifiedBy('tola')], 'without a value'],
  [
    'a report that is verified by whoever entered it',
    [begun, filled, verifiedBy('sola')],
    'report_version_check',
  ],
  [
    'a report that is verified by whoever entered a part of it',
    [
      begun,
      filled,
      `insert into report_event (report_id, number, verb, from_state, to_state, actor, account_id, at)
        values (${report}, 2, 'enter', 'draft', 'draft', 'lab', ${staff('tola')}, now())`,
      verifiedBy('tola'),
    ],
    'nobody verifies what they entered',
  ],
  [
    'a value that changes once it is verified',
    [begun, filled, verifiedBy('tola'), `update result_value set value = '9' ${ofSecond}`],
    'the values of a verified report are frozen',
  ],
  [
    'a value that joins a verified report',
    [
      begun,
      filled,
      verifiedBy('tola'),
      `insert into result_value (report_id, number, position, analyte_id, name, kind, value)
        select report_id, 2, 99, analyte_id, name, 'text', 'x' from result_value ${ofSecond} limit 1`,
    ],
    'the values of a verified report are frozen',
  ],
  ['a value that is gone once it is out', [`delete from result_value ${first}`], 'frozen'],
  [
    'a released report that changes',
    [`update report_version set released_at = now() ${first}`],
    'a released report does not change',
  ],
  [
    'a released report that is a draft again',
    [`update report_version set state = 'draft' ${first}`],
    'does not change',
  ],
  ['a report that is gone', [`delete from report_version ${first}`], 'report_version is append-only'],
  [
    'a report that is released without its sheet',
    [begun, filled, verifiedBy('tola'), `update report_version set state = 'corrected' ${first}`, released2],
    'a report is released with its sheet',
  ],
  [
    'a report that is released unverified',
    [begun, filled, sheet(`'x'::bytea`, `sha256('x')`), released2],
    'a report does not go from draft to released',
  ],
  [
    'a sensitive report that nobody talks about',
    [
      `insert into sensitive_test select test_id, 'x' from report where id = ${report}`,
      ...[begun, filled, verifiedBy('tola'), sheet(`'x'::bytea`, `sha256('x')`)],
      ...[`update report_version set state = 'corrected' ${first}`, released2],
    ],
    'a sensitive result is released with counselling',
  ],
  [
    'a sheet that is not what its hash says',
    [begun, sheet(`'x'::bytea`, `sha256('y')`)],
    'report_sheet_check',
  ],
  [
    'two versions in force',
    [begun, filled, verifiedBy('tola'), sheet(`'x'::bytea`, `sha256('x')`), released2],
    'report_version_in_force',
  ],
  [
    'the same sample asked for twice',
    [
      `insert into specimen (order_id, accession, specimen, container, expected_at)
        select order_id, '26ZZ-00001', specimen, container, now() from ${samples} as one`,
    ],
    'specimen_in_force',
  ],
  [
    'another number on a label',
    [`update specimen set accession = '26ZZ-00001' where id in (select id from ${samples} as one)`],
    'what a label says, and a rejection, are final',
  ],
  [
    'a rejected sample that is taken back',
    [
      `update specimen set state = 'rejected', rejected_at = now(), rejected_by = received_by,
        rejected_reason = 'clotted' where id in (select id from ${samples} as one)`,
      `update specimen set rejected_note = 'by hand' where id in (select id from ${samples} as one)`,
    ],
    'what a label says, and a rejection, are final',
  ],
  [
    'a sample that is rejected without a reason',
    [
      `update specimen set state = 'rejected', rejected_at = now(), rejected_by = received_by
        where id in (select id from ${samples} as one)`,
    ],
    'specimen_check',
  ],
  [
    'a sample for the test of another order',
    [
      `insert into specimen_test (specimen_id, order_id, position, test_id)
        select s.id, line.order_id, line.position, line.test_id from ${samples} s, lab_order_line line
        where line.order_id <> s.order_id and not exists (select from specimen_test t
          where t.specimen_id = s.id and t.position = line.position) limit 1`,
    ],
    'specimen_test_specimen_id_order_id_fkey',
  ],
  ['two open visits of one order', [visit('requested'), visit('requested')], 'collection_open'],
  ['samples taken where nobody was let in', [visit('collected')], 'collection_was_let_in'],
  [
    'another history of a visit',
    [visit('requested'), wentOn, `update collection_event set verb = 'cancel'`],
    'collection_event is append-only',
  ],
  [
    'an act at a visit forgotten',
    [visit('requested'), wasDone, 'delete from visit_act'],
    'visit_act is append-only',
  ],
  ['two receipts of one payment', [receipt(receipted.payment, `'LB-2000-000001'`)], 'receipt_pkey'],
  [
    'one number on two receipts',
    [receipt(released.payment, '(select min(number) from receipt)')],
    'receipt_number_key',
  ],
]

test.each(refused)('the database refuses %s', async (_what, statements, guard) => {
  const trial = world.sql.begin(async (sql) => {
    for (const statement of statements) await sql.unsafe(statement)
    throw new Error('nothing was refused')
  })
  await expect(trial).rejects.toThrow(guard)
})
