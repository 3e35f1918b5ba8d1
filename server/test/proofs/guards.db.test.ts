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

type Refused = readonly [what: string, statements: readonly string[], guard: string]

const columns = {
  ...{ ledger_posting: 'kind', ledger_line: 'amount_kobo', rate: 'effective_from', receipt: 'number' },
  ...{ lab_order_event: 'verb', payment_event: 'verb', lab_order_line: 'price_kobo' },
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
