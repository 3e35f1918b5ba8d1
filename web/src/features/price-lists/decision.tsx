import type { PriceChange } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/price-lists.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime, longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { fromOptions } from './policy.ts'
import { confirmChange, withdrawChange } from './queries.ts'

type DecisionProps = { change: PriceChange; onDecided: () => void }

/** Prices apply to the whole lab: shown to managers of only some locations. */
export function ViewOnly() {
  return (
    <Banner tone="info" title={copy.viewOnlyTitle}>
      <p>{copy.viewOnly}</p>
    </Banner>
  )
}

/** The possible acts on a change now: confirm it, withdraw it, or none. */
export function Decision({ change, onDecided }: DecisionProps) {
  if (change.state === 'preview') return <Confirm change={change} onDecided={onDecided} />
  if (change.state === 'waiting') return <TakeBack change={change} onDecided={onDecided} />
  return change.state === 'applied' ? (
    <Banner tone="ok" title={copy.appliedTitle}>
      <p>
        {fill(copy.applied, {
          name: change.confirmedBy ?? change.madeBy,
          confirmed: dayAndTime(change.confirmedAt ?? change.madeAt),
          applied: dayAndTime(change.appliedAt ?? change.madeAt),
        })}
      </p>
    </Banner>
  ) : (
    <Banner tone="info" title={copy.cancelledTitle}>
      <p>{copy.cancelled}</p>
    </Banner>
  )
}

function Confirm({ change, onDecided }: DecisionProps) {
  const now = useNow()
  const [from, setFrom] = useState('')
  const act = useAct()
  const { tests } = change.counts
  return (
    <Card as="section" labelledBy="confirm">
      <h2 id="confirm" className="heading-small">
        {copy.previewTitle}
      </h2>
      <div className="mt-4 space-y-6">
        <NotDone failure={act.failure} title={copy.confirmFailed} offline={copy.notHeard} />
        <SelectField label={copy.startLabel} value={from} options={fromOptions(now)} onChosen={setFrom} />
        <p className="text-muted">
          {from === '' ? copy.startsAtOnce : fill(copy.staysUntil, { day: longDay(from, now) })}{' '}
          {copy.bookedKeepPrice}
        </p>
        <Button
          look="primary"
          wide
          working={act.working}
          workingText={copy.confirming}
          onClick={() =>
            act.run(async () => {
              const made = await confirmChange(change, from)
              toast.success(
                made.state === 'waiting'
                  ? fill(copy.plannedToast, { day: longDay(made.on ?? from, now) })
                  : copy.changedToast,
              )
              onDecided()
            })
          }
        >
          {plural(from === '' ? copy.changeTests : copy.planTests, tests)}
        </Button>
      </div>
    </Card>
  )
}

function TakeBack({ change, onDecided }: DecisionProps) {
  const act = useAct()
  return (
    <Card as="section" labelledBy="waits">
      <h2 id="waits" className="heading-small">
        {fill(copy.waitingTitle, { day: longDay(change.on ?? '') })}
      </h2>
      <div className="mt-4 space-y-6">
        <NotDone failure={act.failure} title={copy.cancelFailed} offline={copy.notHeard} />
        <p className="text-muted">
          {fill(copy.waiting, {
            name: change.confirmedBy ?? change.madeBy,
            planned: dayAndTime(change.confirmedAt ?? change.madeAt),
          })}
        </p>
        <Button
          look="danger"
          wide
          working={act.working}
          workingText={copy.cancelling}
          onClick={() =>
            act.run(async () => {
              await withdrawChange(change)
              toast.success(copy.cancelledToast)
              onDecided()
            })
          }
        >
          {copy.cancelChange}
        </Button>
      </div>
    </Card>
  )
}
