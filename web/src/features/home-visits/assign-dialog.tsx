import type { ListedVisit, Phlebotomist } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { Field, FieldError } from '../../components/field.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/home-visits.ts'
import { useAct } from '../../lib/act.ts'
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
    <ActDialog
      title={fill(copy.assignTitle, { patient: visit.patientName })}
      onClose={onClose}
      button={copy.assign}
      workingText={copy.assigning}
      act={doing}
      failed={{ title: copy.assignFailed, offline: copy.noAnswerTryAgain }}
      onDo={send}
    >
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
    </ActDialog>
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
  const list = people.data?.data
  if (!list) {
    return (
      <NotLoaded failure={people.error} onRetry={() => void people.refetch()}>
        <Skeleton className="h-40 w-full" />
      </NotLoaded>
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
