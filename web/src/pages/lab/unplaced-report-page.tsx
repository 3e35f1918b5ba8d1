import type { OpenedReport, Placing } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/deliveries.ts'
import { PlacingForm, PlacingLines } from '../../features/deliveries/placing-form.tsx'
import { problemWords, resultWords } from '../../features/deliveries/policy.ts'
import { readWaitingAgain, setAside, useOpened } from '../../features/deliveries/queries.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime, plainDay } from '../../lib/format.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'

const back = '/portal/lab/unplaced'

/** An unmatched report, opened by a scientist of its lab. */
export function UnplacedReportPage() {
  useTitle(copy.reportTitle)
  useDensity('compact')
  const { id = '' } = useParams()
  const query = useOpened(id)
  const [placed, setPlaced] = useState<Placing | null>(null)
  const report = query.data?.data
  const again = () => void query.refetch()
  if (query.error instanceof ApiFailure && query.error.status === 404)
    return (
      <EmptyState
        headingLevel="h1"
        title={copy.reportGone}
        picture={magnifier}
        action={<LinkButton to={back}>{copy.seeUnmatched}</LinkButton>}
      >
        {copy.reportGoneSays}
      </EmptyState>
    )
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to={back}>{copy.unmatchedTitle}</BackLink>
      <div>
        <h1>{report?.test ?? copy.reportTitle}</h1>
        <p className="text-muted min-h-5">{report ? `${report.system}, ${dayAndTime(report.at)}` : null}</p>
      </div>
      {report ? (
        placed ? (
          <Placed placing={placed} />
        ) : (
          <Opened report={report} onPlaced={setPlaced} />
        )
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <Skeleton className="h-80 w-full" />
        </NotLoaded>
      )}
    </div>
  )
}

function Opened({ report, onPlaced }: { report: OpenedReport; onPlaced: (placing: Placing) => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const cache = useQueryClient()
  const navigate = useNavigate()
  return (
    <>
      <Banner tone="warn" title={problemWords[report.problem]}>
        <p>
          {report.accession ? fill(copy.reportSample, { number: report.accession }) : copy.reportNoSample}
        </p>
      </Banner>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <SentValues report={report} />
        <div className="space-y-4">
          <PlacingForm
            report={report}
            onPlaced={(placing) => {
              readWaitingAgain(cache)
              void cache.invalidateQueries({ queryKey: ['lab-results', placing.reference] })
              onPlaced(placing)
            }}
          />
          <Button look="quiet" onClick={() => setLeaving(true)}>
            {copy.asideButton}
          </Button>
        </div>
      </div>
      {isLeaving ? (
        <SetAsideDialog
          id={report.id}
          onClose={() => setLeaving(false)}
          onDone={() => {
            readWaitingAgain(cache)
            void navigate(back, { replace: true })
          }}
        />
      ) : null}
    </>
  )
}

/** The patient and the values, as the connected system sent them. */
function SentValues({ report: { patient, values } }: { report: OpenedReport }) {
  const facts = [
    patient.name,
    patient.gender,
    patient.dob === null ? null : fill(copy.born, { day: plainDay(patient.dob) }),
  ].filter((one) => one !== null)
  return (
    <Card as="section" labelledBy="said">
      <h2 id="said" className="heading-small">
        {copy.systemSays}
      </h2>
      <p className="text-muted">{facts.length > 0 ? facts.join(' · ') : copy.systemNoPatient}</p>
      <dl className="divide-hair border-hair mt-3 divide-y border-t">
        {values.map((value, index) => (
          // The same name may occur twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
          <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
            <dt className="min-w-0">{value.name}</dt>
            <dd className="figures text-right font-semibold">{resultWords(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Confirms which order the report was placed in, and which values are still to be typed. */
function Placed({ placing }: { placing: Placing }) {
  const box = useRef<HTMLDivElement>(null)
  // The focused element has been removed.
  useEffect(() => box.current?.focus(), [])
  const left = placing.lines.filter(({ goesTo }) => goesTo === null).length
  return (
    <div ref={box} tabIndex={-1} className="space-y-4">
      <Banner tone="ok" title={fill(copy.filledIn, { name: placing.patient.name })} announce>
        <p>{left > 0 ? copy.filledInPart : copy.filledInAll}</p>
      </Banner>
      <Card>
        <PlacingLines placing={placing} />
      </Card>
      <LinkButton
        look="primary"
        wide
        to={`/portal/lab/orders/${encodeURIComponent(placing.reference)}/results`}
      >
        {copy.openSheet}
      </LinkButton>
    </div>
  )
}

type AsideProps = { id: string; onClose: () => void; onDone: () => void }

/** Sets a waiting report aside with a reason. Asks for confirmation, as its values are erased. */
function SetAsideDialog({ id, onClose, onDone }: AsideProps) {
  return (
    <ReasonDialog
      title={copy.asideTitle}
      says={copy.asideSays}
      button={copy.asideButton}
      look="danger"
      workingText={copy.asideWorking}
      reason={{
        id: 'aside-reason',
        label: copy.asideReasonLabel,
        hint: copy.asideReasonHint,
        missing: copy.asideReasonMissing,
        maxLength: 300,
      }}
      about={`set aside ${id}`}
      perform={(reason) => setAside(id, reason)}
      done={copy.asideDone}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
