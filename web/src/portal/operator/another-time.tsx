import { formatVisitTime, type ListedVisit } from '@labalaba/contract'
import { useState } from 'react'
import { useRefreshedSlots } from '../../feature/booking/queries.ts'
import { type Moment, VisitMoment } from '../../feature/booking/visit-moment.tsx'
import { moveForPatient } from '../../feature/visit/queries.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { longDay } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'

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
      toast.success('The visit has a new time')
      onDone()
    })
  }

  return (
    <Dialog
      title={`Another time for ${visit.patientName}`}
      wide
      onClose={onClose}
      actions={
        <DialogButtons working={moving.working} workingText="Moving" onDo={send} onLeave={onClose}>
          Book this time
        </DialogButtons>
      }
    >
      {moving.failure ? (
        <Banner tone="error" title="The visit was not moved" announce>
          <p>
            {isOffline(moving.failure)
              ? 'No answer came. Your network may have dropped. You can try again.'
              : failureWords(moving.failure)}
          </p>
        </Banner>
      ) : null}
      <p>
        Now {longDay(visit.day)} {formatVisitTime(visit.time)}, {visit.lab}, {visit.location}. Agree the new
        time with the patient first: they pay nothing for it, and we tell them once.
      </p>
      <VisitMoment
        asked={{
          ...{ lab: visit.labSlug, location: visit.locationAddress, tests: [] },
          place: { state: visit.areaState, area: visit.area },
        }}
        moment={moment}
        paid
        errors={{
          day: looked && moment.day === '' ? 'Choose a day.' : undefined,
          time: looked && moment.time === '' ? 'Choose a time.' : undefined,
        }}
        onChosen={(change) => setMoment((before) => ({ ...before, ...change }))}
      />
      <Field
        id="move-reason"
        label="Why?"
        hint="Only operators read this."
        maxLength={300}
        value={reason}
        onText={setReason}
        error={looked && isMissing ? 'Write why, in a few words.' : null}
      />
    </Dialog>
  )
}
