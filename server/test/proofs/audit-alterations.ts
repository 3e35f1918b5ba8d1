import type { Alteration } from './alterations.ts'

export const ofOrder = (reference: string) => `(select id from lab_order where reference = '${reference}')`

export const ofReport = (reference: string) =>
  `(select id from report where order_id = ${ofOrder(reference)} order by position limit 1)`

/**
 * The next audit entry of an order, as the database chains it; the columns are given as they are selected.
 */
export const entered = (
  order: string,
  { role = 'patient', account = '1', share = 'null', what = 'order_seen', report = 'null', at = 'now()' },
): string => `
  with made as (insert into audit_entry select (made).order_id, (made).number, (made).at, (made).role, (made).account_id,
      (made).share_id, (made).what, (made).report_id, (made).report_number, (made).prev_hash, audit_hash(made)
    from (select row(order_id, number + 1, ${at}, '${role}', ${account}, ${share}, '${what}', ${report},
        ${report === 'null' ? 'null' : 1}, hash, '')::audit_entry as made
      from audit_entry where order_id = ${ofOrder(order)} order by number desc limit 1) as found returning *)
  update audit_head set number = made.number, hash = made.hash, at = greatest(audit_head.at, made.at)
    from made where made.order_id = audit_head.order_id`

const handMade = `'00000000-0000-4000-8000-00000000000a'`
const sharedBy = (order: string) => `
  insert into result_share (id, order_id, account_id, token_hash, passcode_hash, created_at, expires_at,
      report_count)
    values (${handMade}, ${ofOrder(order)}, 1, sha256('by hand'), sha256('by hand'), now(), now() + interval '1 day',
      1)`

/** Ways to break the invariants of audit entries and shares. */
export const auditAlterations = (
  released: string,
  receipted: string,
): Readonly<Record<string, readonly Alteration[]>> => ({
  'who saw what of a patient is one chain for each order, and no one has altered it': [
    [`update audit_entry set role = 'patient' where number = 1 and order_id = ${ofOrder(released)}`],
    [`update audit_entry set number = 1000 where number = 1 and order_id = ${ofOrder(released)}`],
    [
      entered(released, { what: 'order_seen' }),
      `delete from audit_entry where order_id = ${ofOrder(released)}
        and number = (select number from audit_head where order_id = ${ofOrder(released)})`,
    ],
    [`delete from audit_head where order_id = ${ofOrder(released)}`],
    [`update audit_head set hash = sha256('by hand') where order_id = ${ofOrder(released)}`],
    [
      `delete from audit_entry where number = 1 and what = 'results_seen' and order_id = ${ofOrder(released)}`,
    ],
  ],
  'each reading and each move of results has its entry, and each entry what it is about': [
    [
      `insert into result_opened (report_id, number, account_id, reader, way, at)
        select id, 1, 1, 'patient', 'screen', now() from report where id = ${ofReport(released)}`,
    ],
    [entered(released, { what: 'report_saved', report: ofReport(released) })],
    [entered(released, { role: 'doctor', what: 'break_glass' })],
    [
      `insert into break_glass (order_id, account_id, because, reason, at, expires_at)
        values (${ofOrder(released)}, 1, 'other', 'by hand', now(), now() + interval '72 hours')`,
    ],
    [sharedBy(released)],
    [
      sharedBy(released),
      entered(released, { what: 'share_made', share: handMade }),
      entered(released, { what: 'share_revoked', share: handMade }),
    ],
    [
      sharedBy(released),
      entered(released, { what: 'share_made', share: handMade }),
      `insert into result_share_opened (share_id, way, device, at) values (${handMade}, 'screen', 'mac', now())`,
    ],
  ],
  'a link to results shows reports of its own order, each of which was out when it was made': [
    [
      sharedBy(receipted),
      entered(released, { what: 'share_made', share: handMade }),
      `insert into result_share_report (share_id, report_id) values (${handMade}, ${ofReport(released)})`,
    ],
  ],
})
