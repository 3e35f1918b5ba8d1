import type { PauseDesk } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/opening-hours.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { wrongFields } from '../../lib/wrong-fields.ts'
import { dayLimits, gapsIn, nothingTyped, patientsRead, type Typed } from './policy.ts'
import { isChangedByOthers, pauseBookings } from './queries.ts'

type PauseFormProps = { desk: PauseDesk; onTouched: (touched: boolean) => void; onDone: () => void }

/** Pauses the bookings of a location: why, what patients read, and until when. */
export function PauseForm({ desk, onTouched, onDone }: PauseFormProps) {
  const now = useNow()
  const [typed, setTyped] = useTypedState<Typed>(`pause ${desk.address}`, nothingTyped)
  const [gaps, setGaps] = useState<Readonly<Record<string, string>>>({})
  const act = useAct()
  const wrong: Readonly<Record<string, string>> = { ...wrongFields(act.failure), ...gaps }
  const { first, last } = dayLimits(now)

  function type(change: Partial<Typed>): void {
    const next = { ...typed, ...change }
    setTyped(next)
    setGaps({})
    onTouched(JSON.stringify(next) !== JSON.stringify(nothingTyped))
  }
  async function pause(): Promise<void> {
    const { reason, words, againOn } = typed
    await pauseBookings({ location: desk.address, reason, words, againOn: againOn || null, seen: null })
    toast.success(fill(copy.pauseDone, { location: desk.name }))
    onTouched(false)
    onDone()
  }

  return (
    <Card as="section" labelledBy="pause">
      <h2 id="pause" className="heading-small mb-1">
        {copy.pauseHeading}
      </h2>
      <p className="text-muted mb-4">{fill(copy.pauseWords, { location: desk.name })}</p>
      <Form
        className="max-w-xl space-y-4"
        onSubmit={() => {
          const found = gapsIn(typed)
          setGaps(found)
          if (Object.keys(found).length === 0) act.run(pause)
        }}
      >
        <Field
          label={copy.reason}
          hint={copy.whyHint}
          maxLength={300}
          value={typed.reason}
          onText={(reason) => type({ reason })}
          error={wrong.reason}
        />
        <Field
          label={copy.patientsRead}
          hint={copy.patientsReadHint}
          maxLength={200}
          value={typed.words}
          onText={(words) => type({ words })}
          error={wrong.words}
        />
        <Field
          type="date"
          label={copy.again}
          hint={copy.againHint}
          optional
          width="short"
          min={first}
          max={last}
          value={typed.againOn}
          onText={(againOn) => type({ againOn })}
          error={wrong.againOn}
        />
        {typed.words.trim() === '' ? null : (
          <Banner title={copy.preview}>
            <p>{patientsRead(typed, now)}</p>
          </Banner>
        )}
        {Object.keys(wrongFields(act.failure)).length > 0 ? null : (
          <NotDone failure={act.failure} title={copy.pauseFailed} />
        )}
        {isChangedByOthers(act.failure) ? (
          <Button onClick={onDone}>{copy.seeCurrent}</Button>
        ) : (
          <Button type="submit" look="primary" wide working={act.working} workingText={copy.pausing}>
            {copy.pause}
          </Button>
        )}
      </Form>
    </Card>
  )
}
