import type { ListedVisit, Phlebotomist } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { counted, longDay } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { RadioCard } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Skeleton, Trouble, Waiting } from '../../ui/states.tsx'
import { areaLine } from './policy.ts'
import { assign, usePhlebotomists } from './queries.ts'
import { visitWhen } from './round-list.tsx'

type AssignProps = { visit: ListedVisit; onClose: () => void; onDone: () => void }

/** Assigns a visit: phlebotomists who serve its area come first, each with their number of visits that day. */
export function AssignDialog({ visit, onClose, onDone }: AssignProps) {
  const [chosen, setChosen] = useTypedState(`assign ${visit.id}`, '')
  const [reason, setReason] = useTypedState(`assign why ${visit.id}`, '')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const isMissing = reason.trim().length < 3

  function send(): void {
    setLooked(true)
    if (chosen === '') return
    if (isMissing) {
      document.getElementById('assign-reason')?.focus()
      return
    }
    doing.run(async () => {
      await assign(visit.id, chosen, reason.trim())
      toast.success('The visit is assigned')
      onDone()
    })
  }

  return (
    <Dialog
      title={`Who goes to ${visit.patientName}?`}
      onClose={onClose}
      actions={
        <DialogButtons working={doing.working} workingText="Assigning" onDo={send} onLeave={onClose}>
          Assign
        </DialogButtons>
      }
    >
      {doing.failure ? (
        <Banner tone="error" title="The visit was not assigned" announce>
          <p>
            {isOffline(doing.failure)
              ? 'No answer came. Your network may have dropped. You can try again.'
              : failureWords(doing.failure)}
          </p>
        </Banner>
      ) : null}
      <p>
        {longDay(visit.day)}, {visitWhen(visit.time)}, {visit.area}, {visit.areaState}.
        {visit.phlebotomist ? ` Now with ${visit.phlebotomist.name}. The door code changes.` : ''}
      </p>
      <People visit={visit} chosen={chosen} onChosen={setChosen} needed={looked && chosen === ''} />
      <Field
        id="assign-reason"
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

type PeopleProps = {
  visit: ListedVisit
  chosen: string
  onChosen: (id: string) => void
  needed: boolean
}

function People({ visit, chosen, onChosen, needed }: PeopleProps) {
  const people = usePhlebotomists(visit.day)
  const again = () => void people.refetch()
  const list = people.data?.data
  if (!list && people.isError) return <Trouble onRetry={again}>{failureWords(people.error)}</Trouble>
  if (!list) {
    return (
      <Waiting onRetry={again}>
        <Skeleton className="h-40 w-full" />
      </Waiting>
    )
  }
  if (list.length === 0) return <p>There is no phlebotomist yet. Invite one on the staff page.</p>
  const serves = ({ areas }: Phlebotomist) =>
    areas.some(({ state, area }) => state === visit.areaState && (area === '' || area === visit.area))
  const inOrder = [...list].sort(
    (one, other) => Number(serves(other)) - Number(serves(one)) || one.load - other.load,
  )
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-semibold">Phlebotomist</legend>
      {needed ? <FieldError id="person-error">Choose somebody.</FieldError> : null}
      {inOrder.map((person) => (
        <RadioCard
          key={person.id}
          name="phlebotomist"
          value={person.id}
          checked={chosen === person.id}
          onChosen={onChosen}
          title={person.name}
        >
          {counted(person.load, 'visit')} of {person.dailyVisits} that day · {areaLine(person.areas)}
        </RadioCard>
      ))}
    </fieldset>
  )
}
