import { ofReport } from './audit-alterations.ts'

/** Ways to break each invariant of critical calls; `order` has a released report. */
export function callAlterations(order: string): Readonly<Record<string, readonly (readonly string[])[]>> {
  const report = ofReport(order)
  const call = (changes: Readonly<Record<string, string>>) => {
    const columns = {
      ...{ report_id: report, number: '1', tier: `'immediate'`, values_hash: `sha256('')` },
      ...{ opened_at: 'now()', waits_since: 'now()', due_at: `now() + interval '1 hour'`, ...changes },
    }
    return `insert into critical_call (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`
  }
  const longAgo = `now() - interval '76 minutes'`
  const late = call({ opened_at: longAgo, waits_since: longAgo })
  const criticalValue = `update result_value set flag = 'critical_high', critical_tier = 'immediate' where report_id = ${report}
    and position = (select min(position) from result_value where report_id = ${report})`
  const verifiedAt = `(select verified_at from report_version where report_id = ${report} and number = 1)`
  return {
    'a verified critical value has a critical call of its verification': [[criticalValue]],
    'a released critical version has a critical call that is not void': [
      [
        criticalValue,
        call({ opened_at: verifiedAt, waits_since: verifiedAt, outcome: `'void'`, ended_at: 'now()' }),
      ],
    ],
    'a critical call that reached someone has the attempt that did': [
      [call({ outcome: `'reached'`, ended_at: 'now()' })],
    ],
    'an open critical call is about a version that is verified or released': [
      // The draft of a correction: it was sent back, and its call is open.
      [
        `insert into report_version (report_id, number, entered_by, entered_at, correction)
          select report_id, 2, entered_by, now(), 'by hand' from report_version where report_id = ${report}`,
        call({ number: '2' }),
      ],
    ],
    'a critical call that reached no one has a case': [
      [call({ outcome: `'not_reached'`, ended_at: 'now()' })],
    ],
    'a critical call that has waited too long has a case': [
      [late],
      [
        late,
        `insert into money_case (kind, subject, opened_at, closed_at, close_note)
          values ('critical_call_overdue', ${report} || ' 1', now(), now() - interval '76 minutes', 'by hand')`,
      ],
    ],
  }
}
