/** Checked in code with the secret of the install, which no SQL query has. */
export const chainInvariant =
  'history is in its keyed chain as it was written, and the chain fits its anchors'

/** Limits how long a row may wait for the keyed chain. */
export const chainInTime: Readonly<Record<string, string>> = {
  'every row of history is in the keyed chain within a quarter of an hour': `
    select source || ' ' || row_key as what from audit_pending
    where not taken_over and queued_at < now() - interval '15 minutes' limit 100`,
}

/**
 * The invariants of result access, by name. They cover every record or only those of the last day, as these tables grow
 * without limit.
 */
export function auditInvariants(extent: 'all' | 'of the last day' = 'all'): Readonly<Record<string, string>> {
  const recent = extent === 'all' ? 'true' : `at > now() - interval '1 day'`
  // What is older is in archives, if there are any.
  const online = extent === 'all' ? 'at >= archived_until()' : recent
  const chains = extent === 'all' ? 'true' : `order_id in (select order_id from audit_head where ${recent})`
  // A share link is valid for one month at most.
  const shares =
    extent === 'all' ? 'share.created_at >= archived_until()' : `share.expires_at > now() - interval '1 day'`
  return {
    'INV-26 a doctor reads an order of their own by a consent of its patient, while it holds, or by break-glass': `
    select opened.report_id::text as what from result_opened opened join report on report.id = opened.report_id
      join lab_order o on o.id = report.order_id left join reading_consent consent on consent.id = opened.consent_id
    where opened.reader = 'doctor' and ${recent.replace('at >', 'opened.at >')} and not coalesce(
      case when opened.break_glass_id is not null then exists (select from break_glass glass
        join break_glass_report about on about.break_glass_id = glass.id and about.report_id = opened.report_id
        where glass.id = opened.break_glass_id and glass.account_id = opened.account_id and glass.account_id = o.account_id
          and glass.order_id = o.id and opened.number >= about.number and opened.at >= glass.at
          and opened.at < break_glass_until(glass.id, opened.report_id)) else
      consent.doctor_id = opened.account_id and consent.doctor_id = o.account_id
        and consent.patient_email = lower(o.patient_email)
        and (consent.person = person_of(o) or consent.person is null and consent.ended is not null) and opened.at >= consent.given_at
        and opened.at < consent.expires_at and opened.at <= coalesce(consent.ended_at, opened.at) end, false)
    union all select seen.report_id::text from result_acknowledged seen where ${recent.replace('at >', 'seen.at >')}
      and not exists (select from result_opened opened where opened.report_id = seen.report_id
        and (opened.number = seen.number or seen.withdrawn and opened.number < seen.number) and opened.account_id = seen.account_id and opened.at <= seen.at)`,
    'who saw what of a patient is one chain for each order, and no one has altered it': `
    with walked as (select entry.*, audit_hash(entry) as counted, lag(hash) over step as before, lag(number) over step as last,
        lead(number) over step is null as ends, max(at) over (partition by order_id) as latest
      from audit_entry entry where ${chains} window step as (partition by order_id order by number)),
    ended as (select * from walked where ends)
    select order_id || ' ' || number as what from walked
    where hash <> counted
      or number <> coalesce(last, case when archived_until() > '-infinity' then number - 1 else 0 end) + 1
      or (before is not null or number = 1) and prev_hash <> coalesce(before, sha256(convert_to('labalaba audit of order ' || order_id, 'UTF8')))
    union all select coalesce(head.order_id, ended.order_id) || ' end' from ended
      full join (select * from audit_head where ${online}) head on head.order_id = ended.order_id
    where (head.number, head.hash, head.at) is distinct from (ended.number, ended.hash, ended.latest)`,
    'each reading and each move of results has its entry, and each entry what it is about': `
    with done as (
      select report_id, number, account_id, case way when 'file' then 'report_saved' else 'report_read' end as what, at
        from result_opened where ${online}
      union all select report_id, number, account_id, case verb when 'enter' then 'values_entered' when 'verify' then 'report_verified'
          when 'send_back' then 'report_sent_back' when 'begin' then 'correction_begun' when 'correct' then 'report_corrected'
          when 'withdraw' then 'report_withdrawn'
          else 'report_released' end, at
        from report_event where ${online}
      union all select report_id, number, account_id, 'report_acknowledged', at from result_acknowledged where ${online}
      union all select call.report_id, call.number, attempt.made_by, 'report_called', attempt.at
        from critical_call_attempt attempt join critical_call call on call.id = attempt.call_id
        where ${online.replace('at >', 'attempt.at >')}
      union all select report_id, number, confirmed_by, 'value_confirmed', confirmed_at from value_confirmation
        where ${online.replace('at >', 'confirmed_at >')}),
    written as (select report_id, report_number as number, account_id, what, at from audit_entry
      where report_id is not null and role <> 'share' and ${online} and ${chains})
    (select report_id::text as what from (select * from done except all select * from written) as missing)
    union all (select report_id::text from (select * from written except all select * from done) as invented)
    union all (select coalesce(glass.order_id, entry.order_id) || ' break-glass'
      from (select order_id, account_id, at from break_glass where ${online}) glass
      full join (select order_id, account_id, at from audit_entry where what = 'break_glass' and ${online} and ${chains}) entry
        on (entry.order_id, entry.account_id, entry.at) = (glass.order_id, glass.account_id, glass.at)
      where glass.order_id is null or entry.order_id is null)
    union all select share.id::text from result_share share where ${shares} and (not exists (select 1 from audit_entry
      where share_id = share.id and what = 'share_made') or (share.ended is not distinct from 'revoked') <> exists (select 1 from audit_entry
      where share_id = share.id and what = 'share_revoked') or (select count(*) from result_share_opened
      where share_id = share.id) <> (select count(*) from audit_entry where share_id = share.id and what = 'share_opened'))`,
  }
}

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
      left join report_version v on v.report_id = r.id and v.state = 'released' and not v.preliminary
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
  'a sample that was rejected is asked for again, in the same container and for the same tests': `
    with served as (select s.*, array(select row(position, test_id) from specimen_test t
        where t.specimen_id = s.id order by position, test_id)::text as tests from specimen s)
    select one.accession as what from served one left join served next on next.replaces = one.id
    where one.state = 'rejected' and (next.id is null or (next.order_id, next.specimen, next.container, next.tests)
      <> (one.order_id, one.specimen, one.container, one.tests))`,
}
