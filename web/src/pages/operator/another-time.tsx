import { formatVisitTime, type ListedVisit } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Field } from '../../components/field.tsx'
import * as copy from '../../copy/home-visits.ts'
import { useRefreshedSlots } from '../../features/checkout/queries.ts'
import { type Moment, VisitMoment } from '../../features/checkout/visit-moment.tsx'
import { moveForPatient } from '../../features/home-visits/queries.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'

type AnotherTimeProps = { visit: ListedVisit; onClose: () => void; onDone: () => void }

/** Another day and time for a patient's home visit, chosen by an operator. The patient pays nothing and is notified. */
export function AnotherTime({ visit, onClose, onDone }: AnotherTimeProps) {
  const [moment, setMoment] = useState<Moment>({ day: '', time: '' })
  const [reason, setReason] = useState('')
  const [looked, setLooked] = useState(false)
  const moving = useAct()
  const refreshSlots = useRefreshedSlots()
  const isChosen = moment.day !== '' && moment.time !== ''
  const isMissing = reason.trim().length < 3

  function send(): void {
    setLooked(true)
    if (!isChosen) return
    if (isMissing) {
      document.getElementById('move-reason')?.focus()
      return
    }
    moving.run(async () => {
      await moveForPatient(visit.id, moment, reason.trim()).finally(refreshSlots)
      toast.success(copy.moveDone)
      onDone()
    })
  }

  return (
    <ActDialog
      title={fill(copy.moveTitle, { patient: visit.patientName })}
      wide
      onClose={onClose}
      button={copy.bookThisTime}
      workingText={copy.moving}
      act={moving}
      failed={{ title: copy.moveFailed, offline: copy.noAnswerTryAgain }}
      onDo={send}
    >
      <p>
        {fill(copy.moveNow, {
          day: longDay(visit.day),
          time: formatVisitTime(visit.time),
          lab: visit.lab,
          location: visit.location,
        })}
      </p>
      <VisitMoment
        slotQuery={{
          lab: visit.labSlug,
          location: visit.locationAddress,
          tests: [],
          place: { state: visit.areaState, area: visit.area },
        }}
        moment={moment}
        paid
        errors={{
          day: looked && moment.day === '' ? copy.moveDayMissing : undefined,
          time: looked && moment.time === '' ? copy.moveTimeMissing : undefined,
        }}
        onChosen={(change) => setMoment((before) => ({ ...before, ...change }))}
      />
      <Field
        id="move-reason"
        label={copy.whyLabel}
        hint={copy.whyHint}
        maxLength={300}
        value={reason}
        onText={setReason}
        error={looked && isMissing ? copy.whyMissing : null}
      />
    </ActDialog>
  )
}
