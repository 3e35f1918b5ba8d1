import { ofReport } from './audit-alterations.ts'

/** What breaks each invariant of critical calls; `order` has a released report. */
export function callAlterations(order: string): Readonly<Record<string, readonly (readonly string[])[]>> {
  const report = ofReport(order)
  const call = (changes: Readonly<Record<string, string>>) => {
    const columns = {
      ...{ report_id: report, number: '1', tier: `'immediate'`, values_hash: `sha256('')` },
      ...{ opened_at: 'now()', due_at: `now() + interval '1 hour'`, ...changes },
    }
    return `insert into critical_call (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`
  }
  const late = call({ opened_at: `now() - interval '76 minutes'` })
  return {
    'a verified critical value has a critical call, and one that told someone has its attempt': [
      [
        `update result_value set flag = 'critical_high', critical_tier = 'immediate' where report_id = ${report}
          and position = (select min(position) from result_value where report_id = ${report})`,
      ],
      [call({ outcome: `'reached'`, ended_at: 'now()' })],
      // The draft of a correction: it was sent back, and its call is open.
      [
        `insert into report_version (report_id, number, entered_by, entered_at, correction)
          select report_id, 2, entered_by, now(), 'by hand' from report_version where report_id = ${report}`,
        call({ number: '2' }),
      ],
      [call({ outcome: `'not_reached'`, ended_at: 'now()' })],
    ],
    'a critical call that has told no one for long is asked of operators': [
      [late],
      [
        late,
        `insert into money_case (kind, subject, opened_at, closed_at, close_note)
          values ('critical_call_overdue', ${report} || ' 1', now(), now() - interval '76 minutes', 'by hand')`,
      ],
    ],
  }
}
