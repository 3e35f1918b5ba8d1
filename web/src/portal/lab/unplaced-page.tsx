import { useWaitingReports } from '../../feature/delivery/queries.ts'
import { ReportsWaiting, WaitingList } from '../../feature/delivery/waiting-list.tsx'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { ManagePage } from './manage-page.tsx'

/** The unmatched results that connected systems delivered, for the lab's staff. */
export function UnplacedPage() {
  const asked = useWaitingReports()
  const desk = asked.data?.data
  return (
    <ManagePage
      title="Not placed"
      asked={asked}
      waiting={<ReportsWaiting />}
      above={
        <p className="max-w-column">
          Results that a system handed in and that did not go to a sample by themselves.
          {desk?.mayOpen === false ? ' A scientist opens and places them.' : ''} What nobody places is erased
          after 30 days.
        </p>
      }
    >
      {(desk) => (
        <section aria-label="Reports" className="space-y-4">
          <p aria-live="polite" className="text-muted">
            {counted(desk.waiting, 'report')}
            {desk.waiting > desk.reports.length
              ? `, of which the newest ${desk.reports.length} are here`
              : ''}
          </p>
          {desk.reports.length > 0 ? (
            <WaitingList reports={desk.reports} mayOpen={desk.mayOpen} mayName={desk.mayName} />
          ) : (
            <EmptyState title="Nothing waits">All that came in is on the sheet of its sample.</EmptyState>
          )}
        </section>
      )}
    </ManagePage>
  )
}
