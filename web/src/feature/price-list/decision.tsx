import type { PriceChange } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { counted, dayAndTime, longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Failed } from './failed.tsx'
import { fromOptions } from './policy.ts'
import { confirmChange, withdrawChange } from './queries.ts'

type DecisionProps = { change: PriceChange; onDecided: () => void }

/** Prices apply to the whole lab: shown to managers of only some locations. */
export function LooksOnly() {
  return (
    <Banner tone="info" title="You can look, and not change">
      <p>
        Prices hold at every location of your lab. Somebody who manages the whole lab, and not some of its
        locations, can change them.
      </p>
    </Banner>
  )
}

/** The possible acts on a change now: confirm it, withdraw it, or none. */
export function Decision({ change, onDecided }: DecisionProps) {
  if (change.state === 'preview') return <Confirm change={change} onDecided={onDecided} />
  if (change.state === 'waiting') return <TakeBack change={change} onDecided={onDecided} />
  return change.state === 'applied' ? (
    <Banner tone="ok" title="These are your prices">
      <p>
        {change.confirmedBy} confirmed this change on {dayAndTime(change.confirmedAt ?? change.madeAt)}. It
        came into your list on {dayAndTime(change.appliedAt ?? change.madeAt)}.
      </p>
    </Banner>
  ) : (
    <Banner tone="info" title="This change was taken back">
      <p>None of these prices was changed by it.</p>
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
        Nothing is changed yet
      </h2>
      <div className="mt-4 space-y-6">
        <Failed act={act} title="Nothing was changed" />
        <SelectField label="From when" value={from} options={fromOptions(now)} onChosen={setFrom} />
        <p className="text-muted">
          {from === ''
            ? 'All of it holds at once.'
            : `Until ${longDay(from, now)} all prices stay as they are.`}{' '}
          Who has booked keeps the price of their booking.
        </p>
        <Button
          look="primary"
          wide
          working={act.working}
          workingText="Changing"
          onClick={() =>
            act.run(async () => {
              const made = await confirmChange(change, from)
              toast.success(
                made.state === 'waiting'
                  ? `Planned for ${longDay(made.on ?? from, now)}.`
                  : 'Your prices are changed.',
              )
              onDecided()
            })
          }
        >
          {from === '' ? 'Change' : 'Plan'} {counted(tests, 'test')}
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
        Planned for {longDay(change.on ?? '')}
      </h2>
      <div className="mt-4 space-y-6">
        <Failed act={act} title="It was not taken back" />
        <p className="text-muted">
          Until then all prices stay as they are. {change.confirmedBy} planned it on{' '}
          {dayAndTime(change.confirmedAt ?? change.madeAt)}.
        </p>
        <Button
          look="danger"
          wide
          working={act.working}
          workingText="Taking it back"
          onClick={() =>
            act.run(async () => {
              await withdrawChange(change)
              toast.success('Taken back. Your prices stay as they are.')
              onDecided()
            })
          }
        >
          Take it back
        </Button>
      </div>
    </Card>
  )
}
