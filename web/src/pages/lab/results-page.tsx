import type { LabResults } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useParams } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Banner } from '../../components/banner.tsx'
import { Tag } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as clinicalCopy from '../../copy/clinical-request.ts'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { bornWords, sampleTimes, standing } from '../../features/results/policy.ts'
import { useLabResults } from '../../features/results/queries.ts'
import { ReportCard } from '../../features/results/report-card.tsx'
import { clinicalFacts } from '../../features/specimens/clinical-words.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { useNow } from '../../lib/now.ts'

/** The reports of an order with several, each with its state and a link down to it. */
function ReportLinks({ reports }: Pick<LabResults, 'reports'>) {
  if (reports.length < 2) return null
  return (
    <nav aria-label={copy.reportsOfOrder}>
      <ul className="flex flex-wrap gap-x-6">
        {reports.map((report) => {
          const { words, tone } = standing(report)
          return (
            <li key={report.id} className="min-h-row flex flex-wrap items-center gap-x-2">
              <a
                href={`#report-${report.id}`}
                className="min-h-row inline-flex items-center font-semibold"
                onClick={(event) => {
                  event.preventDefault()
                  const heading = document.getElementById(`report-${report.id}`)
                  heading?.scrollIntoView()
                  heading?.focus({ preventScroll: true })
                }}
              >
                {report.test}
              </a>
              <Tag tone={tone}>{words}</Tag>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function ReportList({ results, onDone }: { results: LabResults; onDone: () => void }) {
  if (results.reports.length === 0)
    return <EmptyState title={copy.labNoResultTitle}>{copy.labNoResultSays}</EmptyState>
  return (
    <div className="space-y-4">
      {results.reports.map((report) => (
        <ReportCard key={report.id} report={report} patient={results.patient} onDone={onDone} />
      ))}
    </div>
  )
}

/** What the lab knows of the patient, and that the date of birth is missing if it is. */
function ClinicalLine({ results: { clinical, reports, reference } }: { results: LabResults }) {
  const facts = clinicalFacts(clinical, useNow())
  const isBirthMissing = reports.some(({ needsBirthDate }) => needsBirthDate)
  return (
    <>
      {facts.length > 0 || clinical.isUrgent ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {clinical.isUrgent ? <Tag tone="warn">{clinicalCopy.urgentTag}</Tag> : null}
          {facts.map(({ label, value }) => (
            <span key={label} className="wrap-anywhere">
              <span className="text-muted">{label}:</span> {value}
            </span>
          ))}
        </p>
      ) : null}
      {isBirthMissing ? (
        <div className="mt-3">
          <Banner tone="warn">
            <p>{clinicalCopy.birthUnknown}</p>
            <Link to={`/portal/lab/orders/${encodeURIComponent(reference)}`}>
              {clinicalCopy.birthUnknownLink}
            </Link>
          </Banner>
        </div>
      ) : null}
    </>
  )
}

/** The results of an order, for the lab that has its specimens. */
export function LabResultsPage() {
  useTitle(shared.results)
  useDensity('compact')
  const { reference = '' } = useParams()
  const cache = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const asked = useLabResults(reference)
  const results = asked.data?.data
  const again = () => void asked.refetch()

  function readAgain(): void {
    void cache.invalidateQueries({ queryKey: ['lab-results', reference] })
    // The focused element may have been removed.
    heading.current?.focus({ preventScroll: true })
  }

  if (asked.error instanceof ApiFailure && asked.error.status === 404)
    return (
      <EmptyState headingLevel="h1" title={copy.labOrderNotFound} picture={magnifier}>
        {copy.labOrderNotFoundSays}
      </EmptyState>
    )
  return (
    <div className="page space-y-4 py-6">
      <BackLink to={`/portal/lab/orders/${encodeURIComponent(reference)}`}>{shared.order}</BackLink>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {shared.results}
        </h1>
        <p className="text-muted min-h-6">
          {results ? (
            <>
              <b className="text-ink">{results.patient.name}</b> · {results.patient.gender} ·{' '}
              {results.patient.dob
                ? bornWords(results.patient.dob, sampleTimes(results.reports, new Date()))
                : copy.patientBornNotGiven}{' '}
              · <span className="whitespace-nowrap">{results.reference}</span>
              {results.requestedBy ? <> · {fill(copy.requestedBy, { doctor: results.requestedBy })}</> : null}
            </>
          ) : null}
        </p>
        {results ? <ClinicalLine results={results} /> : null}
      </div>
      {results ? <ReportLinks reports={results.reports} /> : null}
      {results ? (
        <ReportList results={results} onDone={readAgain} />
      ) : (
        <NotLoaded failure={asked.error} onRetry={again}>
          <Skeleton className="h-120 w-full" />
        </NotLoaded>
      )}
    </div>
  )
}
