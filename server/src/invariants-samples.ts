/** The invariants of missed, rejected, cancelled and handed-over specimens; each query finds the records that break one. */
export const sampleInvariants: Readonly<Record<string, string>> = {
  'what a visit left out was not taken before, and what is given up was to be taken once more and is asked of operators': `
    select v.specimen_id::text as what from visit_sample v join specimen s on s.id = v.specimen_id
      join collection c on c.id = v.collection_id
    where c.state not in ('collected', 'delivered') or s.collected_at < v.at
      or v.reason is null and s.collected_at is distinct from v.at
    union all select s.accession from specimen s join lab_order o on o.id = s.order_id where s.state = 'given_up'
      and not ((s.replaces is not null or exists (select 1 from visit_sample v where v.specimen_id = s.id and v.reason is not null))
        and exists (select 1 from money_case m where m.kind = 'samples_given_up' and m.order_reference = o.reference))`,
  'an order that waits for samples has one to come, and one whose results are all out is ready': `
    select o.reference as what from lab_order o where o.state = 'scheduled'
      and exists (select 1 from specimen s where s.order_id = o.id and s.state in ('collected', 'received'))
      and not exists (select 1 from specimen s where s.order_id = o.id and s.state = 'expected')
    union all select o.reference from lab_order o join report r on r.order_id = o.id
      left join report_version v on v.report_id = r.id and v.state = 'released'
    where o.state = 'lab_processing' group by o.id having count(v.number) > 0
      and count(*) filter (where v.number is null and not exists (select 1 from specimen s
        join specimen_test t on t.specimen_id = s.id where s.state = 'given_up'
          and (t.order_id, t.position, t.test_id) = (r.order_id, r.position, r.test_id))) = 0`,
  'what a lab counted of a visit is what it took, and what is missing is asked of operators': `
    select h.collection_id::text as what from handover h where found_count
      <> (select count(*) from visit_sample v where v.collection_id = h.collection_id and v.reason is null)
        - (select count(*) from handover_missing m where m.collection_id = h.collection_id)
    union all select m.collection_id::text from handover_missing m join visit_sample v
      on v.collection_id = m.collection_id and v.specimen_id = m.specimen_id where v.reason is not null
    union all select m.collection_id::text from handover_missing m where not exists (select 1 from money_case c
      where c.kind = 'samples_missing' and c.subject = m.collection_id::text)`,
}
