import type { MissReason, RoundVisit } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { FieldError } from '../../components/field.tsx'
import * as copy from '../../copy/home-visits.ts'
import { fill } from '../../lib/fill.ts'
import { clockTime } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { reasonsNow, reasonWords, timesOf } from './policy.ts'
import { doAct } from './round-desk.ts'

type MissProps = { visit: RoundVisit; onClose: () => void }

/** Why no specimen was taken. The patient reads it, and is asked to choose another day. */
export function MissDialog({ visit, onClose }: MissProps) {
  const [reason, setReason] = useState<MissReason | null>(null)
  const [looked, setLooked] = useState(false)
  const now = useNow()
  const { begins } = timesOf(visit)

  async function report(): Promise<void> {
    setLooked(true)
    if (!reason) return
    onClose()
    await doAct({ verb: 'miss', visit: visit.id, round: visit.round, reason })
  }

  return (
    <ActDialog
      title={copy.missTitle}
      onClose={onClose}
      button={copy.missDo}
      look="danger"
      leave={copy.goBack}
      onDo={() => void report()}
    >
      <fieldset className="space-y-3">
        <legend className="mb-3">{copy.missEmail}</legend>
        {looked && !reason ? <FieldError id="reason-error">{copy.reasonMissing}</FieldError> : null}
        {reasonsNow(visit, now).map((one) => (
          <RadioCard
            key={one}
            name="reason"
            value={one}
            checked={reason === one}
            onChosen={() => setReason(one)}
            title={reasonWords[one]}
          />
        ))}
        {visit.state === 'on_the_way' && now < begins ? (
          <p className="text-muted">{fill(copy.missTooEarly, { time: clockTime(begins) })}</p>
        ) : null}
      </fieldset>
    </ActDialog>
  )
}
