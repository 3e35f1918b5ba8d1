import type { WaitingReport } from '@labalaba/contract'
import { ChevronRightIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/deliveries.ts'
import { problemWords } from '../../features/deliveries/policy.ts'
import { useWaitingReports } from '../../features/deliveries/queries.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, shortDay } from '../../lib/format.ts'
import { ManagePage } from './manage-page.tsx'

/** The unmatched results that connected systems delivered, for the lab's staff. */
export function UnplacedPage() {
  const query = useWaitingReports()
  const desk = query.data?.data
  return (
    <ManagePage
      title={copy.unmatchedTitle}
      query={query}
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

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
const row =
  'min-h-row grid grid-cols-[minmax(0,1fr)_1.25rem] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 lg:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,5fr)_1.25rem]'

type ListProps = { reports: readonly WaitingReport[]; mayOpen: boolean; mayName: boolean }

/** The reports that wait to be placed, each a link to its content for users who may read it. */
function WaitingList({ reports, mayOpen, mayName }: ListProps) {
  return (
    <ul className={box}>
      {reports.map((report) => (
        <li key={report.id}>
          {mayOpen ? (
            <Link
              to={`/portal/lab/unplaced/${report.id}`}
              className={`ring-within text-ink hover:bg-sand no-underline ${row}`}
            >
              <RowWords report={report} mayName />
              <ChevronRightIcon className="text-muted col-start-2 row-start-1 shrink-0 lg:col-auto lg:row-auto" />
            </Link>
          ) : (
            <div className={row}>
              <RowWords report={report} mayName={mayName} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function RowWords({ report, mayName }: { report: WaitingReport; mayName: boolean }) {
  const { test, accession, problem, system, at, valueCount } = report
  return (
    <>
      <span className="min-w-0">
        <span className="block font-semibold break-words">
          {mayName ? (test ?? copy.reportUnnamed) : copy.report}
        </span>
        <span className="text-muted block">{plural(copy.values, valueCount)}</span>
      </span>
      <span className="col-span-2 min-w-0 lg:col-span-1">
        <span className="block break-words">
          {accession ? fill(copy.sampleNumber, { number: accession }) : copy.sampleUnnamed}
        </span>
        <span className="text-warn block font-semibold">{problemWords[problem]}</span>
      </span>
      <span className="text-muted col-span-2 min-w-0 lg:col-span-1">
        {fill(copy.reportFrom, { system, day: shortDay(at), time: clockTime(at) })}
      </span>
    </>
  )
}

/** Placeholder rows of the size of reports. */
function ReportsWaiting() {
  return (
    <SkeletonRows count={3} className={box} row="space-y-2 px-4 py-2.5" lines={['h-5 w-2/5', 'h-5 w-3/5']} />
  )
}
