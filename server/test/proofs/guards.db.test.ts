import { expect, test } from 'vitest'
import { withFile } from '../stored-file.ts'
import { buildWorld } from '../world.ts'
import { contactChangeGuards } from './contact-change-guards.ts'
import { counsellingGuards } from './counselling-guards.ts'
import { doctorGuards } from './doctor-guards.ts'
import { fileGuards } from './file-guards.ts'
import { handoverGuards } from './handover-guards.ts'
import { intervalGuards } from './interval-guards.ts'
import { photoGuards } from './photo-guards.ts'
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

/** A refund, as a row; `changes` are columns with their values. */
function refund(of: string, amount: number, changes: Readonly<Record<string, string>> = {}): string[] {
  const columns: Record<string, string> = {
    payment_id: payment(of),
    amount_kobo: String(amount),
    source_kobo: String(amount),
    reason: `'x'`,
    requested_at: 'now()',
    request_key: `'by hand'`,
    actor: `'system'`,
    origin: `'unapplied'`,
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
/** A correction of a released report, in each state. */
const begun = `insert into report_version (report_id, number, entered_by, entered_at, correction)
  values (${report}, 2, ${staff('sola')}, now(), 'by hand')`
const filledBy = (name: string) => `insert into result_value
    (report_id, number, position, analyte_id, name, kind, value, amount, entered_by)
  select report_id, 2, position, analyte_id, name, kind, value, amount, ${staff(name)}
  from result_value where report_id = ${report}`
const filled = filledBy('sola')
const ofSecond = `where report_id = ${report} and number = 2`
const verifiedBy = (name: string) =>
  `update report_version set state = 'verified', verified_by = ${staff(name)}, verified_at = now() ${ofSecond}`
const first = `where report_id = ${report} and number = 1`
/** A reason of a verifier for a value of the draft. */
const confirmedBy = (name: string, changes: Readonly<Record<string, string>> = {}) => {
  const columns: Record<string, string> = {
    ...{ report_id: 'report_id', number: 'number', entered_at: 'entered_at', position: 'position' },
    ...{ value: 'value', unit: 'unit', reason: `'repeated by hand'` },
    ...{ confirmed_by: staff(name), confirmed_at: 'now()', ...changes },
  }
  return `insert into value_confirmation (${Object.keys(columns).join()})
    select ${Object.values(columns).join()} from result_value join report_version using (report_id, number) ${ofSecond}
    and value is not null order by position limit 1`
}
const released2 = `update report_version set state = 'released', released_by = ${staff('tola')}, released_at = now() ${ofSecond}`
const sheet = (
  file: string,
  hash: string,
) => `${withFile(file)} insert into report_sheet (report_id, number, file_id, file_hash, code_hash)
  select ${report}, 2, file.id, ${hash}, sha256('by hand') from file`

const kept = (
  file = "'%PDF-1.7 by hand'::bytea",
  hash = `sha256(${file})`,
  pages = 1,
) => `${withFile(file)} insert into report_file (report_id, hash, file_id, sha1, size, pages)
  select ${report}, ${hash}, file.id, substring(sha256('') for 20), file.size, ${pages} from file`
const attachedBy = (
  name: string,
  number = 2,
) => `insert into report_attachment (report_id, number, hash, original_hash, entered_by)
  select report_id, ${number}, hash, hash, ${staff(name)} from report_file where report_id = ${report}`
const withdrawn = (
  because = `'other'`,
) => `update report_version set state = 'withdrawn', withdrawn_at = now(),
  withdrawn_by = ${staff('tola')}, withdrawn_because = ${because}, withdrawn_note = 'by hand' ${first}`

const message = (key: string) => `insert into phone_message
  (notice_key, channel, phone, account_id, kind, subject, queued_at, good_until)
  values ('${key}', 'sms', '2348030000001', ${staff('ada')}, 'paid', 'orders/LB-0', now(), now())`
const phoneCode = `insert into phone_code (account_id, channel, phone, issued_at, expires_at)
  values (${staff('ada')}, 'sms', '2348030000001', now(), now())`

const visit = (state: string, arrived = 'null') =>
  `insert into collection (order_id, state, visit_on, visit_time, area_state, area, staff_id, opened_at, arrived_at, collected_at)
  select id, '${state}', collection_on, collection_time, 'Lagos', 'Yaba',
    ${state === 'requested' ? 'null' : "(select id from staff_member where type = 'phlebotomist')"}, now(), ${arrived},
    ${state === 'collected' ? 'now()' : 'null'} from lab_order where id = ${order(stage.visited.order)}`
const wentOn = `insert into collection_event (collection_id, verb, from_state, to_state, actor, at)
  select id, 'request', state, state, 'system', now() from collection`
const wasDone = `insert into visit_act (id, collection_id, account_id, verb, done_at, applied_at)
  select gen_random_uuid(), id, (select min(id) from account), 'set_off', now(), now() from collection`

const share = (life = `interval '1 day'`) => `
  insert into result_share (id, order_id, account_id, token_hash, passcode_hash, created_at, expires_at, report_count)
    select gen_random_uuid(), id, account_id, sha256('by hand'), sha256('by hand'), now(), now() + ${life}, 1
    from lab_order where id = ${order(released.order)}`
const stopped = `update result_share set ended = 'revoked', ended_at = now()`
const shown = `insert into result_share_report (share_id, report_id) select id, ${report} from result_share`
const checkNow = 'set constraints all immediate'
const opened = `insert into result_share_opened (share_id, way, device, at)
  select id, 'screen', 'other', now() from result_share`

/** A sample of that order that serves no test, so that no result of it is out. */
const spare = `insert into specimen (order_id, accession, specimen, container, state, expected_at, collected_at, collected_by)
  select id, '26ZZ-00009', 'by hand', 'by hand', 'collected', now(), now(), ${staff('sola')}
  from lab_order where id = ${order(released.order)}`
const ofSpare = `where accession = '26ZZ-00009'`

/** One sample that is in the lab. */
const samples = `(select * from specimen where order_id = ${order(released.order)} order by accession limit 1)`

/** A confirmed change of a price that waits for its day. */
const waitingPrice = [
  `insert into price_change (lab_id, source, based_on, unchanged, made_by, made_at)
    select min(id), 'edit', 0, 0, ${staff('sola')}, now() from lab`,
  `insert into price_change_line (change_id, test_id, price_kobo)
    select id, (select min(id) from test), 100000 from price_change`,
  `update price_change set confirmed_at = now(), confirmed_by = made_by, effective_on = current_date`,
]

const otherHours = `insert into opening_change (location_id, account_id, at, was, became)
  select min(id), ${staff('sola')}, now(), 'Mon 08:00-09:00', 'Mon 08:00-10:00' from lab_location`

const otherPlaces = `insert into capacity_change (location_id, account_id, at, was, became)
  select min(id), ${staff('sola')}, now(), '{}', '{}' from lab_location`
/** A pause of a location in force. */
const paused = `insert into location_pause (location_id, reason, words, begun_at, begun_by)
  select min(id), 'repairs', 'repairs', now(), ${staff('sola')} from lab_location`
/** A key of the lab’s system that Sola made, and its deliveries. */
const system = `insert into lab_system (lab_id, name, key_start, key_hash, made_by, made_at)
  select lab_id, 'by hand', 'lab_by_hand_', sha256('by hand'), ${staff('sola')}, now()
  from lab_order where id = ${order(released.order)}`
const ofSystem = `(select id from lab_system where name = 'by hand')`
const begunBySystem = (name: string) => `insert into report_version
    (report_id, number, entered_by, entered_at, correction, filled_by_system)
  values (${report}, 2, ${staff(name)}, now(), 'by hand', ${ofSystem})`
const delivered = [
  system,
  `insert into delivery (lab_id, system_id, identifier_hash, content_hash, answer, at)
    select lab_id, id, sha256('by hand'), sha256('by hand'), '', now() from lab_system where name = 'by hand'`,
  `insert into delivered_report (delivery_id, number, problem, state, content)
    select id, 1, 'values', 'waiting', '{}' from delivery`,
]
const wasOpened = `insert into delivered_report_event (delivered_report_id, verb, account_id, at)
  select id, 'open', ${staff('sola')}, now() from delivered_report`

/** A visit that took one sample of that order, and could not take a second. */
const tookPart = (reason = `'declined'`) => [
  `insert into collection (order_id, state, visit_on, visit_time, area_state, area, staff_id, opened_at, arrived_at, collected_at)
    select id, 'collected', current_date, '09:00', 'Lagos', 'Yaba', (select id from staff_member where type = 'phlebotomist'),
      now(), now(), now() from lab_order where id = ${order(released.order)}`,
  `insert into visit_sample (collection_id, specimen_id, order_id, reason, at)
    select c.id, s.id, s.order_id, ${reason}, now() from collection c join specimen s on s.order_id = c.order_id`,
]

type Refused = readonly [what: string, statements: readonly string[], guard: string]

/** A person for whom Ada books, and records of them that our code never writes. */
function peopleGuards(): Refused[] {
  const zara = `insert into person (account_id, name, gender, born_on, relationship, consent, consent_version,
      consented_at, created_at)
    values (${staff('ada')}, 'Zara', 'Female', '2019-03-04', 'child', 'guardian', 'by hand', now(), now())`
  const newOrder = (changes: Readonly<Record<string, string>>) => `
    insert into lab_order overriding system value select (jsonb_populate_record(o, jsonb_build_object(
      'id', o.id + 1000000, 'reference', 'LB-BY-HAND', 'client_reference', 'by hand',
      ${Object.entries(changes)
        .map(([column, value]) => `'${column}', ${value}`)
        .join()}))).* from lab_order o where id = ${order(stage.open)}`
  const check = `insert into patient_check (order_id, wrong_tries) values (${order(stage.open)}, 3)`
  return [
    [
      'a person who comes back',
      [zara, gone, `update person set name = 'Zara'`],
      'a person who was removed stays so',
    ],
    [
      'a person of another account',
      [zara, `update person set account_id = account_id + 1`],
      'a person stays with',
    ],
    ['a loss from person', [zara, 'delete from person'], 'person is append-only'],
    ['a person removed with their name', [zara, 'update person set removed_at = now()'], 'person_check'],
    [
      'another patient of an order',
      [`update lab_order set for_self = true where id = ${order(stage.open)}`],
      'whom an order is for is frozen',
    ],
    ...[
      `patient_name = 'Zara'`,
      `patient_email = 'zara@cast.example'`,
      `patient_email = upper(patient_email::text)`,
      `patient_phone = '2348030000000'`,
      `patient_gender = 'Male'`,
    ].map(
      (change): Refused => [
        `an order whose patient is another: ${change}`,
        [`update lab_order set ${change} where id = ${order(stage.open)}`],
        'who the patient of an order is stays so',
      ],
    ),
    [
      'a child booked for without a guardian',
      [newOrder({ patient_born_on: `current_date - 3650`, for_self: 'false' })],
      'a child is booked for with the consent of a guardian',
    ],
    [
      'an order for a person of another account',
      [
        zara,
        newOrder({ person_id: '(select id from person)', for_self: 'false', account_id: staff('chidi') }),
      ],
      'an order is for a person of its own account',
    ],
    [
      'fewer wrong answers',
      [check, 'update patient_check set wrong_tries = 2'],
      'a wrong answer stays counted',
    ],
    ['wrong answers forgotten', [check, 'delete from patient_check'], 'patient_check is append-only'],
    [
      'a sixteenth wrong answer',
      [check, 'update patient_check set wrong_tries = 16'],
      'patient_check_wrong_tries_check',
    ],
    ['a proof that is gone', [proof, 'delete from patient_proof'], 'patient_proof is append-only'],
  ]
}
const gone = `update person set name = null, gender = null, born_on = null, relationship = null, removed_at = now()`
const proof = `insert into patient_proof (order_id, account_id, at) values (${order(stage.open)}, ${staff('ada')}, now())`

const columns = {
  ledger_posting: 'kind',
  ledger_line: 'amount_kobo',
  rate: 'effective_from',
  receipt: 'number',
  lab_order_event: 'verb',
  payment_event: 'verb',
  lab_order_line: 'price_kobo',
  report_sheet: 'number',
  report_event: 'verb',
  result_opened: 'way',
  report: 'test_name',
  report_author: 'account_id',
  specimen_test: 'position',
  specimen_event: 'verb',
  audit_entry: 'what',
}
const history: Refused[] = Object.entries(columns).flatMap(([table, column]) => [
  [`a change of ${table}`, [`update ${table} set ${column} = ${column}`], `${table} is append-only`],
  [`a loss from ${table}`, [`delete from ${table}`], `${table} is append-only`],
])

/** What our code never writes: the database refuses it to every login, each by the named guard. */
const refused: Refused[] = [
  ...doctorGuards(order(released.order), report),
  ...counsellingGuards(order(released.order), report),
  [
    'changed hours without an account',
    [otherHours, `update opening_change set became = was`],
    'opening_change is append-only',
  ],
  [
    'a changed number of visits without an account',
    [otherPlaces, 'update capacity_change set became = was'],
    'capacity_change is append-only',
  ],
  ['a loss of said numbers', [otherPlaces, 'delete from capacity_change'], 'capacity_change is append-only'],
  [
    'other words of a pause',
    [paused, `update location_pause set words = 'other'`],
    'location_pause is append-only',
  ],
  ['a loss of a pause', [paused, 'delete from location_pause'], 'location_pause is append-only'],
  ['two pauses of one location', [paused, paused], 'location_pause_one'],
  [
    'a result draft that is too large',
    [
      `insert into entry_draft (report_id, typed, typed_by, typed_at, expires_at)
        select id, to_jsonb(repeat('a', 600000)), ${staff('sola')}, now(), now() from report limit 1`,
    ],
    'entry_draft_is_small',
  ],
  [
    'a result typed on lines that are none',
    [
      `insert into entry_draft (report_id, typed, typed_by, typed_at, expires_at, lines_version)
        select id, '[]'::jsonb, ${staff('sola')}, now(), now(), 'others' from report limit 1`,
    ],
    'entry_draft_lines_version_check',
  ],
  [
    'a draft that is preliminary',
    [begun.replace('correction)', 'correction, preliminary)').replace("'by hand')", "'by hand', true)")],
    'report_version_draft_is_not_preliminary',
  ],
  [
    'a final report that becomes preliminary',
    [begun, filled, verifiedBy('tola').replace('set ', 'set preliminary = true, ')],
    'a final report does not become preliminary',
  ],
  [
    'a final report that was preliminary',
    [`update report_version set preliminary = true ${first}`],
    'a released report does not change',
  ],
  ['a loss of said hours', [otherHours, 'delete from opening_change'], 'opening_change is append-only'],
  [
    'a report of a system that no member has checked',
    [system, begunBySystem('sola'), filledBy('sola'), verifiedBy('tola')],
    'report_version_is_checked_by_a_person',
  ],
  [
    "an author of a system's report who did not make its key",
    [system, begunBySystem('tola')],
    'report_version_system_author',
  ],
  [
    "the maker of a system's key as verifier of its report",
    [
      ...[system, begunBySystem('sola'), filledBy('ada')],
      `update report_version set filled_by_system = null, entered_by = ${staff('ada')} ${ofSecond}`,
      verifiedBy('sola'),
    ],
    'nobody verifies what they wrote',
  ],
  [
    'a system that gets another key',
    [system, `update lab_system set key_hash = sha256('x')`],
    'keeps its key',
  ],
  [
    'a key that works again',
    [
      system,
      'update lab_system set revoked_by = made_by, revoked_at = now()',
      'update lab_system set revoked_by = null, revoked_at = null',
    ],
    'a revoked one stays revoked',
  ],
  ['a system that is gone', [system, 'delete from lab_system'], 'append-only'],
  ['another answer to a delivery', [...delivered, `update delivery set answer = 'x'`], 'append-only'],
  [
    'a bundle that is delivered twice',
    [
      ...delivered,
      `insert into delivery (lab_id, system_id, identifier_hash, content_hash, answer, at)
        select lab_id, system_id, identifier_hash, sha256('x'), '', now() from delivery`,
    ],
    'delivery_lab_id_identifier_hash_key',
  ],
  [
    'a report that is settled and still says what it said',
    [...delivered, `update delivered_report set state = 'set_aside'`],
    'delivered_report_is_kept_while_it_waits',
  ],
  [
    'a report that waits again',
    [
      ...delivered,
      `update delivered_report set state = 'placed', content = null`,
      `update delivered_report set state = 'waiting', content = '{}'`,
    ],
    'a delivered report is settled once',
  ],
  ['a delivered report that is gone', [...delivered, 'delete from delivered_report'], 'append-only'],
  ['an opening that is gone', [...delivered, wasOpened, 'delete from delivered_report_event'], 'append-only'],
  [
    'another day of a confirmed change of prices',
    [...waitingPrice, 'update price_change set effective_on = effective_on + 1'],
    'a confirmed price_change is append-only',
  ],
  [
    'a confirmed change of prices that is gone',
    [...waitingPrice, 'delete from price_change'],
    'a confirmed price_change is append-only',
  ],
  [
    'a change of prices that is made twice',
    [...waitingPrice, ...Array(2).fill('update price_change set applied_at = now()')],
    'a confirmed price_change is append-only',
  ],
  ...[
    ['another price in', 'update price_change_line set price_kobo = 1000'],
    ['a line that is gone from', 'delete from price_change_line'],
    [
      'a line that joins',
      'insert into price_change_line (change_id, test_id, price_kobo) select id, (select max(id) from test), 1000 from price_change',
    ],
  ].map(
    ([what, statement = '']): Refused => [
      `${what} a confirmed change of prices`,
      [...waitingPrice, statement],
      'the lines of a confirmed price_change are append-only',
    ],
  ),
  [
    'a paused test that patients find',
    ['update offer set paused = true where active'],
    'offer_paused_is_not_offered',
  ],
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
  [
    'a holder of a place that is paid for',
    ['update slot_place set is_newcomer = true where held_until is null'],
    'slot_place_holder',
  ],
  ['a window that is none', [`update slot set starts = '08:00'`], 'slot_starts_check'],
  ...peopleGuards(),
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
    'another area of a home visit',
    [
      `update lab_order set collection_state = 'Lagos', collection_area = 'Ikeja' where id = ${order(stage.visited.order)}`,
    ],
    'the terms of an order are frozen',
  ],
  [
    'a paid order without a payment',
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
    'a refund of shares that no one has',
    refund(released.payment, 1, { origin: `'shares'` }),
    'refund_check1',
  ],
  ['two open cases about one thing', [openCase, openCase], 'money_case_open'],
  [
    'a case that is closed without a note',
    [openCase, `update money_case set closed_at = now() where subject = 'by hand'`],
    'money_case_check',
  ],
  [
    'a report that is verified without a value or a PDF',
    [begun, verifiedBy('tola')],
    'without a value or a PDF',
  ],
  [
    'a report that is verified by the member who attached its PDF',
    [begun, kept(), attachedBy('tola'), verifiedBy('tola')],
    'nobody verifies what they wrote',
  ],
  [
    'a PDF that joins a verified report',
    [begun, filled, verifiedBy('tola'), kept(), attachedBy('sola')],
    'the values of a verified report are frozen',
  ],
  [
    'a PDF that leaves a verified report',
    [begun, kept(), attachedBy('sola'), verifiedBy('tola'), `delete from report_attachment ${ofSecond}`],
    'the values of a verified report are frozen',
  ],
  [
    'a PDF that joins a released report',
    [kept(), attachedBy('sola', 1)],
    'the values of a verified report are frozen',
  ],
  [
    'a PDF that is gone while a report has it',
    [begun, kept(), attachedBy('sola'), `delete from report_file where report_id = ${report}`],
    'report_attachment_report_id_hash_fkey',
  ],
  ['a PDF that changes', [kept(), 'update report_file set pages = 2'], 'report_file is append-only'],
  ['a PDF under the hash of another', [kept("'%PDF-1.7'::bytea", `sha256('')`)], 'report_file_hashed'],
  [
    'a PDF of more than eight megabytes',
    [kept(`('%PDF-' || repeat('x', 8388608))::bytea`)],
    'stored_file_sized',
  ],
  ['a PDF of too many pages', [kept(undefined, undefined, 101)], 'report_file_pages_check'],
  [
    'a PDF whose original has no SHA-256',
    [begun, kept(), attachedBy('sola'), `update report_attachment set original_hash = 'x' ${ofSecond}`],
    'report_attachment_original',
  ],
  ['a withdrawal without a reason', [withdrawn('null')], 'report_version_withdrawn'],
  [
    'a reason to withdraw what was not',
    [`update report_version set withdrawn_note = 'by hand' ${first}`],
    'a released report does not change',
  ],
  [
    'a withdrawn report that is released again',
    [
      withdrawn(),
      `update report_version set state = 'released', withdrawn_by = null, withdrawn_at = null,
        withdrawn_because = null, withdrawn_note = null ${first}`,
    ],
    'a released report does not change',
  ],
  [
    'a withdrawn report that gets another reason',
    [withdrawn(), `update report_version set withdrawn_note = 'another' ${first}`],
    'a released report does not change',
  ],
  [
    'a draft that is withdrawn',
    [begun, withdrawn().replace(first, ofSecond)],
    'a report does not go from draft to withdrawn',
  ],
  [
    'another value of a withdrawn report',
    [withdrawn(), `update result_value set value = 'x' ${first}`],
    'the values of a verified report are frozen',
  ],
  [
    'a report that is verified by its author',
    [begun, filledBy('femi'), verifiedBy('sola')],
    'report_version_check',
  ],
  [
    'a report that is verified by the author of a value that was replaced',
    [begun, filledBy('tola'), `delete from result_value ${ofSecond}`, filled, verifiedBy('tola')],
    'nobody verifies what they wrote',
  ],
  [
    'a report whose verifier becomes its author',
    [begun, filled, `update result_value set entered_by = ${staff('tola')} ${ofSecond}`, verifiedBy('tola')],
    'nobody verifies what they wrote',
  ],
  [
    'a value without an author',
    [begun, filled.replace(staff('sola'), 'null')],
    'null value in column "entered_by"',
  ],
  [
    'a released report that is taken back without another',
    [`update report_version set state = 'corrected' ${first}`, 'set constraints all immediate'],
    'a released report stands until its correction is released',
  ],
  [
    'a report that is verified by the author of a part of it',
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
    'a value that is confirmed by its author',
    [begun, filled, confirmedBy('sola')],
    'nobody confirms what they wrote',
  ],
  [
    'another value confirmed than that of the draft',
    [begun, filled, confirmedBy('tola', { value: `'x'` })],
    'a value is confirmed as it is in the draft',
  ],
  [
    'a value confirmed for another entry',
    [begun, filled, confirmedBy('tola', { entered_at: `entered_at - interval '1 second'` })],
    'a value is confirmed as it is in the draft',
  ],
  [
    'a value confirmed once it is verified',
    [begun, filled, verifiedBy('tola'), confirmedBy('tola')],
    'a value is confirmed as it is in the draft',
  ],
  [
    'a value confirmed with a reason of nine characters',
    [begun, filled, confirmedBy('tola', { reason: `'x23456789'` })],
    'value_confirmation_reason',
  ],
  [
    'a value confirmed twice for one entry',
    [begun, filled, confirmedBy('tola'), confirmedBy('tola')],
    'value_confirmation_report_id_number_position_entered_at_key',
  ],
  [
    'another reason of a confirmed value',
    [begun, filled, confirmedBy('tola'), `update value_confirmation set reason = 'another reason'`],
    'value_confirmation is append-only',
  ],
  [
    'a confirmation forgotten',
    [begun, filled, confirmedBy('tola'), 'delete from value_confirmation'],
    'value_confirmation is append-only',
  ],
  ['all confirmations forgotten', ['truncate value_confirmation'], 'is append-only'],
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
      `insert into result_value (report_id, number, position, analyte_id, name, kind, value, entered_by)
        select report_id, 2, 99, analyte_id, name, 'text', 'x', entered_by from result_value ${ofSecond} limit 1`,
    ],
    'the values of a verified report are frozen',
  ],
  [
    'a text that is too long',
    [
      begun,
      filled,
      `update result_value set kind = 'text', amount = null, value = repeat('a', 20001) ${ofSecond}`,
    ],
    'result_value_length',
  ],
  [
    'a line that has a value and was not measured',
    [begun, filled, `update result_value set not_measured = 'not_requested' ${ofSecond}`],
    'result_value_measured',
  ],
  [
    'a line with neither a value nor a reason',
    [begun, filled, `update result_value set value = null, amount = null ${ofSecond}`],
    'result_value_measured',
  ],
  ['a line that nothing is said about', [`update analyte set about = ''`], 'analyte_about_check'],
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
    'a sensitive report without counselling',
    [
      `update test set sensitive = 'x', needs_counselling = true where id = (select test_id from report where id = ${report})`,
      ...[begun, filled, verifiedBy('tola'), sheet(`'x'::bytea`, `sha256('x')`)],
      ...[`update report_version set state = 'corrected' ${first}`, released2],
    ],
    'such a result is released with counselling',
  ],
  [
    'a sensitive report whose counselling is not noted',
    [
      `update test set sensitive = 'x', needs_counselling = true where id = (select test_id from report where id = ${report})`,
      ...[begun, filled, verifiedBy('tola'), sheet(`'x'::bytea`, `sha256('x')`)],
      ...[`update report_version set state = 'corrected' ${first}`],
      released2.replace('released_at = now()', `released_at = now(), counselled_by = 'lab'`),
    ],
    'such a result is released with a note of counselling',
  ],
  [
    'a sheet that is not what its hash says',
    [begun, sheet(`'x'::bytea`, `sha256('y')`)],
    'report_sheet_hashed',
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
      spare,
      `update specimen set state = 'rejected', rejected_at = now(), rejected_by = collected_by,
        rejected_reason = 'clotted' ${ofSpare}`,
      `update specimen set rejected_note = 'by hand' ${ofSpare}`,
    ],
    'what a label says, and a rejection, are final',
  ],
  [
    'a sample that is rejected without a reason',
    [
      spare,
      `update specimen set state = 'rejected', rejected_at = now(), rejected_by = collected_by ${ofSpare}`,
    ],
    'specimen_check',
  ],
  [
    'a rejected sample of which a result is out',
    [
      `update specimen set state = 'rejected', rejected_at = now(), rejected_by = received_by,
        rejected_reason = 'clotted' where id in (select id from ${samples} as one)`,
    ],
    'a sample whose result is out is not rejected',
  ],
  [
    'places held for longer than half an hour',
    [`update lab_order set held_seconds = 1801 where id = ${order(stage.unpaid.order)}`],
    'lab_order_held_seconds_check',
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
  [
    'other words why a sample was not taken',
    [...tookPart(), 'update visit_sample set note = note'],
    'visit_sample is append-only',
  ],
  [
    'a sample that a visit did not take forgotten',
    [...tookPart(), 'delete from visit_sample'],
    'visit_sample is append-only',
  ],
  [
    'all that visits took forgotten',
    ['truncate visit_sample, handover_missing'],
    'visit_sample is append-only',
  ],
  ['another reason without words', tookPart(`'other'`), 'visit_sample_other_has_words'],
  ['a reason that is on no list', tookPart(`'tired'`), 'visit_sample_reason_check'],
  [
    'a sample at the visit of another order',
    [
      tookPart()[0] ?? '',
      `insert into visit_sample (collection_id, specimen_id, order_id, at)
        select c.id, s.id, ${order(stage.visited.order)}, now() from collection c join specimen s on s.order_id = c.order_id`,
    ],
    'visit_sample_collection_id_order_id_fkey',
  ],
  [
    'a sample that is given up after it was taken',
    [
      spare,
      `update specimen set state = 'given_up', given_up_at = now(), given_up_by = collected_by ${ofSpare}`,
    ],
    'specimen_check',
  ],
  [
    'a cancelled sample without an account',
    [spare, `update specimen set state = 'given_up', collected_at = null, collected_by = null ${ofSpare}`],
    'specimen_given_up',
  ],
  [
    'what was given up asked for again',
    [
      spare,
      `update specimen set state = 'given_up', collected_at = null, collected_by = null, given_up_at = now(),
        given_up_by = collected_by ${ofSpare}`,
      `update specimen set state = 'expected' ${ofSpare}`,
    ],
    'what a label says, and a rejection, are final',
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
  ['all entries of who saw what forgotten', ['truncate audit_entry'], 'audit_entry is append-only'],
  ['all ends of who saw what forgotten', ['truncate audit_head'], 'audit_head is append-only'],
  [
    'an end of who saw what moved by hand',
    ['update audit_head set number = number'],
    'the end of a chain moves with its entries alone',
  ],
  [
    'an end of who saw what forgotten',
    ['delete from audit_head'],
    'the end of a chain moves with its entries alone',
  ],
  [
    'an end of who saw what where there is no entry',
    [
      `insert into audit_head select id, 1, sha256('by hand'), now() from lab_order
        where id not in (select order_id from audit_head) limit 1`,
    ],
    'the end of a chain moves with its entries alone',
  ],
  [
    'an entry without an account',
    [
      `insert into audit_entry (order_id, at, role, what) values (${order(released.order)}, now(), 'lab', 'order_seen')`,
    ],
    'audit_entry_check',
  ],
  ['a link to results for longer than a month', [share(`interval '31 days'`)], 'result_share_check'],
  [
    'a stopped link made to work again',
    [share(), stopped, 'update result_share set ended = null, ended_at = null'],
    'a share that has ended stays as it is',
  ],
  [
    'another end of a link to results',
    [share(), `update result_share set expires_at = expires_at - interval '1 hour'`],
    'a share keeps its link',
  ],
  [
    'wrong passcodes forgotten',
    [share(), 'update result_share set wrong_tries = 3', 'update result_share set wrong_tries = 0'],
    'a share keeps its link',
  ],
  [
    'a link that works after fifteen wrong passcodes',
    [share(), 'update result_share set wrong_tries = 15'],
    'result_share_check',
  ],
  ['a link to results forgotten', [share(), 'delete from result_share'], 'result_share is append-only'],
  [
    'more reports behind a link',
    [share(), shown, 'update result_share_report set share_id = share_id'],
    'result_share_report is append-only',
  ],
  [
    'a report that joins a link later',
    [share(), shown, checkNow, shown.replace('limit 1', 'offset 1 limit 1')],
    'a share shows what it was made with',
  ],
  ['a link to no result', [share(), checkNow], 'a share shows what it was made with'],
  [
    'another number of reports behind a link',
    [share(), 'update result_share set report_count = 2'],
    'a share keeps its link',
  ],
  [
    'a report of another order behind a link',
    [share().replace(released.order, receipted.order), shown],
    'a share shows released reports of its own order',
  ],
  [
    'a report behind a link that is not out',
    [`update report_version set state = 'corrected' ${first}`, share(), shown],
    'a share shows released reports of its own order',
  ],
  ...['null', 'now()'].map(
    (sooner): Refused => [
      `a link that waits no longer, but until ${sooner}`,
      [
        share(),
        `update result_share set locked_until = now() + interval '15 minutes'`,
        `update result_share set locked_until = ${sooner}`,
      ],
      'a share waits for as long as it was told to',
    ],
  ),
  ...['result_share', 'result_share_report', 'result_share_opened', 'report_file', 'report_attachment'].map(
    (table): Refused => [
      `all of ${table} forgotten`,
      [`truncate ${table} cascade`],
      `${table} is append-only`,
    ],
  ),
  [
    'an opening of a link forgotten',
    [share(), opened, 'delete from result_share_opened'],
    'result_share_opened is append-only',
  ],
  [
    'notices to a phone that is not proven',
    [`insert into notice_choice values (${staff('ada')}, 'results', 'sms', true, now())`],
    'whose number is not proven',
  ],
  ...contactChangeGuards(staff('ada')),
  ['a message twice', [message('n1'), message('n1')], 'phone_message_notice_key_channel_phone_key'],
  [
    'a message that was sent without the number it was taken under',
    [message('n1'), `update phone_message set state = 'sent'`],
    'phone_message_check',
  ],
  ['two codes of one phone that work', [phoneCode, phoneCode], 'phone_code_live'],
  ['a sixth try at a code', [phoneCode, 'update phone_code set tries = 6'], 'phone_code_tries_check'],
  ...intervalGuards(staff('sola')),
  ...handoverGuards(tookPart()[0] ?? '', staff('sola')),
  ...fileGuards(report),
  ...photoGuards(order(stage.visited.order), order(released.order), staff('sola')),
  [
    'a note of a talk with a patient written over',
    [
      `insert into counselling values (${report}, 1, 'lab', ${staff('tola')}, now(), 'by hand')`,
      `update counselling set note = 'otherwise'`,
    ],
    'counselling is append-only',
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
