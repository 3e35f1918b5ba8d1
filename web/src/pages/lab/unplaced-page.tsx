import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/deliveries.ts'
import { useWaitingReports } from '../../features/deliveries/queries.ts'
import { ReportsWaiting, WaitingList } from '../../features/deliveries/waiting-list.tsx'
import { fill, plural } from '../../lib/fill.ts'
import { ManagePage } from './manage-page.tsx'

/** The unmatched results that connected systems delivered, for the lab's staff. */
export function UnplacedPage() {
  const asked = useWaitingReports()
  const desk = asked.data?.data
  return (
    <ManagePage
      title={copy.unmatchedTitle}
      asked={asked}
      waiting={<ReportsWaiting />}
      above={
        <p className="max-w-column">
          {copy.unmatchedSays} {desk?.mayOpen === false ? `${copy.unmatchedByScientist} ` : null}
          {copy.unmatchedErased}
        </p>
      }
    >
      {(desk) => (
        <section aria-label={copy.reportsLabel} className="space-y-4">
          <p aria-live="polite" className="text-muted">
            {plural(copy.reports, desk.waiting)}
            {desk.waiting > desk.reports.length
              ? ` · ${fill(copy.reportsNewest, { count: desk.reports.length })}`
              : null}
          </p>
          {desk.reports.length > 0 ? (
            <WaitingList reports={desk.reports} mayOpen={desk.mayOpen} mayName={desk.mayName} />
          ) : (
            <EmptyState title={copy.unmatchedNoneTitle}>{copy.unmatchedNoneSays}</EmptyState>
          )}
        </section>
      )}
    </ManagePage>
  )
}
