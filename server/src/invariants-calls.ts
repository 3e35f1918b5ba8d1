/** The invariants of critical calls. */
export const callInvariants: Readonly<Record<string, string>> = {
  'a verified critical value has a critical call, and one that told someone has its attempt': `
    select version.report_id || ' ' || version.number as what from report_version version
    where version.state <> 'draft' and exists (select from result_value value where value.report_id = version.report_id
        and value.number = version.number and value.critical_tier is not null)
      and not exists (select from critical_call call where call.report_id = version.report_id
        and call.number = version.number and call.opened_at = version.verified_at)
    union all select call.report_id || ' ' || call.number from critical_call call
    where call.outcome = 'reached' and not exists (select from critical_call_attempt attempt
      where attempt.call_id = coalesce(call.same_as, call.id) and attempt.reached)
    union all select call.report_id || ' ' || call.number from critical_call call
      join report_version version on version.report_id = call.report_id and version.number = call.number
    where call.ended_at is null and version.state not in ('verified', 'released')
    union all select call.report_id || ' ' || call.number from critical_call call
    where call.outcome = 'not_reached' and not exists (select from money_case asked
      where asked.kind = 'critical_call_failed' and asked.subject = call.report_id || ' ' || call.number)`,
}

/** How long after its tier's time, in the database's words, a call may have no case yet. */
const callIsLate = (since: string) =>
  `${since} < now() - case call.tier when 'immediate' then interval '75 minutes' else interval '24 hours 15 minutes' end`

/** Limits how long a critical call may wait before operators know. A case that they closed counts as long again. */
export const callsInTime: Readonly<Record<string, string>> = {
  'a critical call that has told no one for long is asked of operators': `
    select call.report_id || ' ' || call.number as what from critical_call call
    where call.ended_at is null and ${callIsLate('call.opened_at')}
      and not exists (select from money_case asked where asked.kind = 'critical_call_overdue'
        and asked.subject = call.report_id || ' ' || call.number
        and (asked.closed_at is null or not (${callIsLate('asked.closed_at')})))`,
}
