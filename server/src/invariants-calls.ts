import { callLimits } from './modules/results/index.ts'

/** The invariants of critical calls. */
export const callInvariants: Readonly<Record<string, string>> = {
  'a verified critical value has a critical call of its verification': `
    select version.report_id || ' ' || version.number as what from report_version version
    where version.state <> 'draft' and exists (select from result_value value where value.report_id = version.report_id
        and value.number = version.number and value.critical_tier is not null)
      and not exists (select from critical_call call where call.report_id = version.report_id
        and call.number = version.number and call.opened_at = version.verified_at)`,
  'a released critical version has a critical call that is not void': `
    select distinct call.report_id || ' ' || call.number as what from critical_call call
      join report_version version on version.report_id = call.report_id and version.number = call.number
    where version.state = 'released' and call.outcome = 'void'
      and not exists (select from critical_call other where other.report_id = call.report_id
        and other.number = call.number and other.outcome is distinct from 'void')`,
  'a critical call that reached someone has the attempt that did': `
    select call.report_id || ' ' || call.number as what from critical_call call
    where call.outcome = 'reached' and not exists (select from critical_call_attempt attempt
      where attempt.call_id = coalesce(call.same_as, call.id) and attempt.reached)`,
  'an open critical call is about a version that is verified or released': `
    select call.report_id || ' ' || call.number as what from critical_call call
      join report_version version on version.report_id = call.report_id and version.number = call.number
    where call.ended_at is null and version.state not in ('verified', 'released')`,
  'a critical call that reached no one has a case': `
    select call.report_id || ' ' || call.number as what from critical_call call
    where call.outcome = 'not_reached' and not exists (select from money_case asked
      where asked.kind = 'critical_call_failed' and asked.subject = call.report_id || ' ' || call.number)`,
}

/**
 * How many minutes after its time a call may still have no case: the job that opens cases runs each minute, and may be down
 * for a restart or a deployment.
 */
const slackMinutes = 15

/** Whether a time is longer ago than the tier of the call allows, with the slack. */
const isTooLongAgo = (since: string) =>
  `${since} < now() - case call.tier when 'immediate' then interval '${callLimits.immediate.operatorsAfterMinutes + slackMinutes} minutes'
        else interval '${callLimits.urgent.operatorsAfterMinutes + slackMinutes} minutes' end`

/** Limits how long a critical call may wait before operators know. A case that they closed counts as long again. */
export const callsInTime: Readonly<Record<string, string>> = {
  // A version that was just verified again may have waited for longer than the limit: its call has the slack.
  'a critical call that has waited too long has a case': `
    select call.report_id || ' ' || call.number as what from critical_call call
    where call.ended_at is null and ${isTooLongAgo('call.waits_since')}
      and call.opened_at < now() - interval '${slackMinutes} minutes'
      and not exists (select from money_case asked where asked.kind = 'critical_call_overdue'
        and asked.subject = call.report_id || ' ' || call.number
        and (asked.closed_at is null or not (${isTooLongAgo('asked.closed_at')})))`,
}
