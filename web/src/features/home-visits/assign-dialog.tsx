import type { ListedVisit, Phlebotomist } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field, FieldError } from '../../components/field.tsx'
import { Skeleton, Trouble, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/home-visits.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
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
      toast.success(copy.assigned)
      onDone()
    })
  }

  return (
    <Dialog
      title={fill(copy.assignTitle, { patient: visit.patientName })}
      onClose={onClose}
      actions={
        <DialogButtons working={doing.working} workingText={copy.assigning} onDo={send} onLeave={onClose}>
          {copy.assign}
        </DialogButtons>
      }
    >
      {doing.failure ? (
        <Banner tone="error" title={copy.assignFailed} announce>
          <p>{isOffline(doing.failure) ? copy.noAnswerTryAgain : failureWords(doing.failure)}</p>
        </Banner>
      ) : null}
      <p>
        {longDay(visit.day)}, {visitWhen(visit.time)}, {visit.area}, {visit.areaState}.
        {visit.phlebotomist ? ` ${fill(copy.assignedNow, { name: visit.phlebotomist.name })}` : ''}
      </p>
      <People visit={visit} chosen={chosen} onChosen={setChosen} needed={looked && chosen === ''} />
      <Field
        id="assign-reason"
        label={copy.whyLabel}
        hint={copy.whyHint}
        maxLength={300}
        value={reason}
        onText={setReason}
        error={looked && isMissing ? copy.whyMissing : null}
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
  if (list.length === 0) return <p>{copy.assignNoPhlebotomist}</p>
  const serves = ({ areas }: Phlebotomist) =>
    areas.some(({ state, area }) => state === visit.areaState && (area === '' || area === visit.area))
  const inOrder = [...list].sort(
    (one, other) => Number(serves(other)) - Number(serves(one)) || one.load - other.load,
  )
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-semibold">{copy.phlebotomist}</legend>
      {needed ? <FieldError id="person-error">{copy.assignChoose}</FieldError> : null}
      {inOrder.map((person) => (
        <RadioCard
          key={person.id}
          name="phlebotomist"
          value={person.id}
          checked={chosen === person.id}
          onChosen={onChosen}
          title={person.name}
        >
          {plural(copy.assignLoad, person.load, { most: person.dailyVisits, areas: areaLine(person.areas) })}
        </RadioCard>
      ))}
    </fieldset>
  )
}
