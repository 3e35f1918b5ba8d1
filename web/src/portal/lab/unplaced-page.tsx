import { useWaitingReports } from '../../feature/delivery/queries.ts'
import { ReportsWaiting, WaitingList } from '../../feature/delivery/waiting-list.tsx'
import { counted } from '../../lib/format.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { useDensity } from '../../ui/density.ts'
import { BackLink } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { EmptyState, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'

function LabsUnplaced() {
  useTitle('Not placed')
  useDensity('compact')
  const asked = useWaitingReports()
  const desk = asked.data?.data
  const again = () => void asked.refetch()
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">Worklist</BackLink>
      <div>
        <h1>Not placed</h1>
        <p className="text-muted min-h-5">{desk?.lab}</p>
      </div>
      <p className="max-w-column">
        Results that a system handed in and that did not go to a sample by themselves.
        {desk?.mayOpen === false ? ' A scientist opens and places them.' : ''} What nobody places is erased
        after 30 days.
      </p>
      {desk ? (
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
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <ReportsWaiting />
        </Waiting>
      )}
    </div>
  )
}

/** What systems handed in and nobody has placed, for the lab's staff; nobody else finds a page here. */
export function UnplacedPage() {
  return useProfile()?.type === 'lab' ? <LabsUnplaced /> : <NotForThem />
}
