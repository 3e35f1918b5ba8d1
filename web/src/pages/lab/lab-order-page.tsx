import type { LabOrder } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Breakable } from '../../components/breakable.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Keys } from '../../components/keys.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { PhotoButtons } from '../../features/home-visits/photo/photo-list.tsx'
import { ClinicalCard } from '../../features/specimens/clinical-card.tsx'
import { NextStep, OrderedTests, PatientFacts } from '../../features/specimens/lab-order.tsx'
import { stageTag } from '../../features/specimens/policy.ts'
import { keepLabOrder, useLabOrder } from '../../features/specimens/queries.ts'
import { SampleList } from '../../features/specimens/sample-list.tsx'
import { isUnknown } from '../../lib/api.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { useNow } from '../../lib/now.ts'

const columns = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6'

function Blocks() {
  return (
    <div className={columns}>
      <div className="space-y-4">
        <Skeleton className="h-36 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
      <Skeleton className="h-72 w-full" />
    </div>
  )
}

function resultsAt({ reference, stage, specimens }: LabOrder): string | null {
  const begun = stage === 'in_lab' || stage === 'done' || specimens.some(({ state }) => state === 'received')
  return begun ? `/portal/lab/orders/${encodeURIComponent(reference)}/results` : null
}

function OrderFound({ order, onChanged }: { order: LabOrder; onChanged: () => void }) {
  const cache = useQueryClient()
  const keep = (changed: LabOrder) => keepLabOrder(cache, changed)
  return (
    <div className={columns}>
      <div className="space-y-4">
        <NextStep order={order} onOrder={keep} resultsAt={resultsAt(order)} />
        {order.specimens.length > 0 ? (
          <section aria-labelledby="samples" className="space-y-2">
            <h2 id="samples">{copy.labSamples}</h2>
            <SampleList order={order} onOrder={keep} />
            <PhotoButtons photos={order.photos} />
          </section>
        ) : null}
      </div>
      <div className="space-y-4">
        <PatientFacts order={order} />
        <ClinicalCard order={order} onSaved={onChanged} />
        <OrderedTests order={order} />
      </div>
    </div>
  )
}

/** One order of the lab, for its staff. */
export function LabOrderPage() {
  useTitle(shared.order)
  useDensity('compact')
  const { reference = '' } = useParams()
  const query = useLabOrder(reference)
  const order = query.data?.data
  const again = () => void query.refetch()
  const now = useNow()
  if (isUnknown(query.error))
    return (
      <EmptyState
        headingLevel="h1"
        title={copy.labNotFoundTitle}
        picture={magnifier}
        action={
          <LinkButton look="primary" wide to="/portal/lab">
            {copy.labNotFoundAction}
          </LinkButton>
        }
      >
        {copy.labNotFoundHint}
      </EmptyState>
    )
  const standing = order ? stageTag(order, now) : null
  return (
    <div className="page grow pt-4 pb-8">
      <BackLink to="/portal/lab">{copy.labWorklist}</BackLink>
      <h1>{order?.patient.name ?? shared.order}</h1>
      <p className="figures text-muted">
        <Breakable text={reference} />
      </p>
      <div className="mt-1 mb-4 flex min-h-7 flex-wrap items-center gap-2">
        {standing ? <Tag tone={standing.tone}>{standing.words}</Tag> : null}
        {order?.sampleData ? <Tag>{shared.sampleData}</Tag> : null}
      </div>
      {order ? (
        <>
          <OrderFound order={order} onChanged={again} />
          <div className="mt-4">
            <Keys />
          </div>
        </>
      ) : (
        <NotLoaded failure={query.error} onRetry={again} reference={reference}>
          <Blocks />
        </NotLoaded>
      )}
    </div>
  )
}
