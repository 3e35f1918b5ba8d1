import { ofOrder } from './audit-alterations.ts'

const ofSample = (reference: string) =>
  `(select id from specimen where order_id = ${ofOrder(reference)} order by accession limit 1)`
const wentOf = (order: string, state: string): string =>
  `insert into collection_event (collection_id, verb, from_state, to_state, actor, at)
    select id, 'by hand', 'requested', '${state}', 'system', now() from collection where order_id = ${ofOrder(order)}`

/** A visit to an order that has its samples, in this state. */
const madeTo = (order: string, state: string): readonly string[] => [
  `insert into collection (order_id, state, visit_on, visit_time, area_state, area, staff_id, round, opened_at,
      arrived_at, collected_at)
    select id, '${state}', current_date, '09:00', 'Lagos', 'Yaba',
      (select id from staff_member where type = 'phlebotomist' limit 1), 1, now(), now(),
      ${state === 'collected' ? 'now()' : 'null'} from lab_order where reference = '${order}'`,
  wentOf(order, state),
]

/** The result of that visit for the samples of an order: for one, or for all others. */
const becameOf = (order: string, which: 'one' | 'others', reason: string): string =>
  `insert into visit_sample (collection_id, specimen_id, order_id, reason, at)
    select c.id, s.id, s.order_id, ${reason}, s.collected_at + interval '${which === 'one' ? '0' : '1 hour'}'
    from collection c join specimen s on s.order_id = c.order_id
    where c.order_id = ${ofOrder(order)} and s.id ${which === 'one' ? '=' : '<>'} ${ofSample(order)}`

/** A visit that took one sample of an order. */
const tookOne = (order: string): readonly string[] => [
  ...madeTo(order, 'collected'),
  becameOf(order, 'one', 'null'),
]

const counted = (order: string, found: string): string =>
  `insert into handover (collection_id, order_id, account_id, found_count, at)
    select c.id, c.order_id, (select min(id) from account), ${found}, now() from collection c
      cross join lateral (select count(*) as taken from visit_sample v where v.collection_id = c.id) as counted
    where c.order_id = ${ofOrder(order)}`

const missed = (order: string): string =>
  `insert into handover_missing (collection_id, specimen_id, order_id)
    select c.id, ${ofSample(order)}, c.order_id from collection c where c.order_id = ${ofOrder(order)}`

/** A doctor’s earning from an order is still pending. */
const withoutEarning = (order: string): readonly string[] => {
  const available = `kind = 'earning_available' and order_reference = '${order}'`
  return [
    ...[1, 2].map(
      (position) => `delete from ledger_line where position = ${position}
        and posting_id in (select id from ledger_posting where ${available})`,
    ),
    `delete from ledger_posting where ${available}`,
  ]
}

/**
 * Ways to break the invariant about missed samples: for a released order and for one that waits for its
 * visit.
 */
export function leftOutAlterations(
  released: string,
  visited: string,
): Readonly<Record<string, readonly (readonly string[])[]>> {
  return {
    'what a visit left out was not taken before, and what is given up was to be taken once more and is asked of operators':
      [
        [
          ...madeTo(released, 'collected'),
          becameOf(released, 'one', 'null'),
          becameOf(released, 'others', `'declined'`),
        ],
        [...madeTo(released, 'cancelled'), becameOf(released, 'one', 'null')],
        [
          `insert into specimen (order_id, accession, specimen, container, state, expected_at, given_up_at, given_up_by)
          select id, '26ZZ-00001', 'by hand', 'by hand', 'given_up', now(), now(), account_id
          from lab_order where reference = '${visited}'`,
          `insert into specimen_event (specimen_id, verb, from_state, to_state, actor, at)
          select id, 'give_up', 'expected', 'given_up', 'patient', now() from specimen where accession = '26ZZ-00001'`,
          `insert into specimen_test (specimen_id, order_id, position, test_id)
          select id, order_id, 1, 1 from specimen where accession = '26ZZ-00001'`,
        ],
      ],
    'an order that waits for samples has one to come, and one whose results are all out is ready': [
      [
        `update lab_order set state = 'lab_processing' where reference = '${released}'`,
        `insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
          values (${ofOrder(released)}, 'by hand', 'results_ready', 'lab_processing', 'system', now())`,
        ...withoutEarning(released),
      ],
      [
        `insert into specimen (order_id, accession, specimen, container, state, expected_at, collected_at, collected_by)
          select id, '26ZZ-00001', 'by hand', 'by hand', 'collected', now(), now(), account_id
          from lab_order where reference = '${visited}'`,
        `insert into specimen_event (specimen_id, verb, from_state, to_state, actor, at)
          select id, 'by hand', 'expected', 'collected', 'lab', now() from specimen where accession = '26ZZ-00001'`,
        `insert into specimen_test (specimen_id, order_id, position, test_id)
          select id, order_id, 1, 1 from specimen where accession = '26ZZ-00001'`,
      ],
    ],
    'what a lab counted of a visit is what it took, and what is missing is asked of operators': [
      [...tookOne(released), counted(released, 'taken - 1')],
      [...tookOne(released), counted(released, 'taken - 1'), missed(released)],
    ],
  }
}
