type Refused = readonly [what: string, statements: readonly string[], guard: string]

/**
 * Records of a lab’s counts and list views that the database refuses; `visit` opens a visit at which samples
 * were taken, `staff` is the account of a member.
 */
export function handoverGuards(visit: string, staff: string): Refused[] {
  const took = [
    visit,
    `insert into visit_sample (collection_id, specimen_id, order_id, at)
      select c.id, s.id, s.order_id, now() from collection c join specimen s on s.order_id = c.order_id limit 1`,
  ]
  const counted = `insert into handover (collection_id, order_id, account_id, found_count, at)
    select collection_id, order_id, ${staff}, 0, now() from visit_sample where reason is null`
  const missed = (which: string) => `insert into handover_missing (collection_id, specimen_id, order_id)
    select collection_id, ${which}, order_id from visit_sample where reason is null`
  const theirs = 'specimen_id'
  const foreign = `(select s.id from specimen s where s.order_id = visit_sample.order_id
    and s.id not in (select specimen_id from visit_sample) limit 1)`
  const looked = (
    quarter: string,
  ) => `insert into list_seen (account_id, lab_id, what, asked, shown, at, quarter)
    select ${staff}, min(id), 'worklist_seen', sha256('by hand'), 1, '2026-01-05T08:20:00Z', ${quarter} from lab`
  const inQuarter = `'2026-01-05T08:15:00Z'`
  return [
    ['two counts of one visit', [...took, counted, counted], 'handover_pkey'],
    [
      'another count of a visit',
      [...took, counted, 'update handover set found_count = 1'],
      'handover is append-only',
    ],
    ['a count forgotten', [...took, counted, 'delete from handover'], 'handover is append-only'],
    [
      'a missing sample forgotten',
      [...took, counted, missed(theirs), 'delete from handover_missing'],
      'handover_missing is append-only',
    ],
    [
      'a missing sample without a count',
      [...took, missed(theirs)],
      'handover_missing_collection_id_order_id_fkey',
    ],
    [
      'a missing sample that was not taken',
      [...took, counted, missed(foreign)],
      'handover_missing_was_taken',
    ],
    [
      'another look at a list',
      [looked(inQuarter), 'update list_seen set shown = 0'],
      'list_seen is append-only',
    ],
    ['a look at a list forgotten', [looked(inQuarter), 'delete from list_seen'], 'list_seen is append-only'],
    ['all looks at lists forgotten', ['truncate list_seen'], 'list_seen is append-only'],
    ['a look in another quarter', [looked(`'2026-01-05T08:00:00Z'`)], 'list_seen_in_its_quarter'],
    [
      'one look written twice',
      [looked(inQuarter), looked(inQuarter)],
      'list_seen_account_id_asked_quarter_shown_key',
    ],
  ]
}
