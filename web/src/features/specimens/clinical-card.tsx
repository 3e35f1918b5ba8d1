import type { LabOrder } from '@labalaba/contract'
import { Fragment, lazy, Suspense } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import * as copy from '../../copy/clinical-request.ts'
import { fill } from '../../lib/fill.ts'
import { useNow } from '../../lib/now.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { clinicalFacts, needsBirthDate } from './clinical-words.ts'

const ClinicalDialog = lazy(async () => ({ default: (await import('./clinical-dialog.tsx')).ClinicalDialog }))

/** What the lab knows of the patient, and a way to add what they say before the sample is taken. */
export function ClinicalCard({ order, onSaved }: { order: LabOrder; onSaved: () => void }) {
  // It opens again with what was typed, if the session ended meanwhile.
  const [isOpen, setIsOpen] = useTypedState(`clinical ${order.reference}, dialog`, false)
  const now = useNow()
  const { clinical, may } = order
  const facts = clinicalFacts(clinical, now)
  const isMissingBirth = may.changeRequest && needsBirthDate(order)
  if (facts.length === 0 && !clinical.isUrgent && !may.changeRequest) return null
  return (
    <Card as="section" labelledBy="clinical">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="clinical">{copy.detailsTitle}</h2>
        {clinical.isUrgent ? <Tag tone="warn">{copy.urgentTag}</Tag> : null}
      </div>
      {isMissingBirth ? (
        <div className="mb-3">
          <Banner tone="warn">{copy.birthNeeded}</Banner>
        </div>
      ) : null}
      {may.changeRequest && order.needsCounselling && clinical.pretestCounselling === null ? (
        <p className="mb-3">{copy.counsellingNeeded}</p>
      ) : null}
      {facts.length > 0 ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
          {facts.map(({ label, value }) => (
            <Fragment key={label}>
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </Fragment>
          ))}
        </dl>
      ) : isMissingBirth ? null : (
        <p className="text-muted">{copy.detailsNone}</p>
      )}
      {clinical.changedBy ? (
        <p className="text-small text-muted mt-2">{fill(copy.changedBy, { name: clinical.changedBy })}</p>
      ) : null}
      {may.changeRequest ? (
        <div className="mt-3">
          <Button look={isMissingBirth ? 'primary' : 'secondary'} onClick={() => setIsOpen(true)}>
            {facts.length > 0 ? copy.detailsChange : copy.detailsAdd}
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <Suspense>
          <ClinicalDialog
            order={order}
            onClose={() => setIsOpen(false)}
            onStale={onSaved}
            onSaved={() => {
              setIsOpen(false)
              onSaved()
            }}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}
