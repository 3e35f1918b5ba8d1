import type { MissReason, OwnVisit } from '@labalaba/contract'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { MotorbikeIcon } from '../../components/drawn-icons.tsx'
import { CalendarIcon, ClockIcon, LockIcon, WarningIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/home-visits.ts'
import { fill } from '../../lib/fill.ts'

const missedWords: Readonly<Record<MissReason, string>> = {
  nobody_home: copy.missedNobodyHome,
  not_found: copy.missedNotFound,
  declined: copy.missedDeclined,
  not_the_patient: copy.missedNotThePatient,
  unable: copy.missedUnable,
}

type HomeVisitProps = {
  visit: OwnVisit
  /** Opens the choice of another day, if one can be chosen. */
  onNewDay: (() => void) | null
}

/** Who comes, the door code, and what to do if no one came. */
export function HomeVisit({ visit, onNewDay }: HomeVisitProps) {
  const { state, phlebotomist, doorCode } = visit
  const who = phlebotomist ?? copy.somePhlebotomist
  if (state === 'missed') return <Missed visit={visit} onNewDay={onNewDay} />
  if (visit.isOverdue) return <NobodyCame wasSent={state === 'assigned'} onNewDay={onNewDay} />
  if (state === 'requested') return <Waiting />
  if (state !== 'assigned' && state !== 'on_the_way') return null
  return (
    <Card as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit" className="heading-small flex items-center gap-3">
        <MotorbikeIcon size={28} />
        {state === 'on_the_way' ? fill(copy.visitOnTheWay, { who }) : fill(copy.visitComing, { who })}
      </h2>
      {doorCode ? (
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          <div>
            <p className="text-muted flex items-center gap-1.5">
              <LockIcon size={18} />
              {copy.ownDoorCode}
            </p>
            <p className="font-head text-[2.25rem] leading-[2.75rem] font-bold tracking-[0.12em] tabular-nums">
              {doorCode}
            </p>
          </div>
          <p className="min-w-0 flex-[1_1_16rem]">{copy.ownDoorCodeHint}</p>
        </div>
      ) : (
        <p className="mt-2">{copy.visitWithPatient}</p>
      )}
    </Card>
  )
}

function Waiting() {
  return (
    <Card as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit" className="heading-small flex items-center gap-3">
        <ClockIcon />
        {copy.choosingTitle}
      </h2>
      <p className="mt-2">{copy.choosing}</p>
    </Card>
  )
}

/** The visit's window is over and no one came: what happened, and the options. */
export function NobodyCame({ wasSent, onNewDay }: { wasSent: boolean; onNewDay: (() => void) | null }) {
  return (
    <Card as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit" className="heading-small flex items-center gap-3">
        <WarningIcon className="text-warn" />
        {copy.nobodyCameTitle}
      </h2>
      <p className="mt-2">
        {wasSent ? copy.nobodyCameSent : copy.nobodyCameNoneFree} {copy.nobodyCameChoice}
      </p>
      <p className="text-muted mt-2">{wasSent ? copy.nobodyCameSentTeam : copy.nobodyCameTeam}</p>
      {onNewDay ? <NewDay onNewDay={onNewDay} /> : null}
    </Card>
  )
}

function Missed({ visit, onNewDay }: HomeVisitProps) {
  const reason = visit.missedReason
  return (
    <Card edge as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit">{copy.missedTitle}</h2>
      {reason ? <p className="mt-2">{missedWords[reason]}</p> : null}
      <p className="mt-2">{copy.missedBookingValid}</p>
      {onNewDay ? <NewDay onNewDay={onNewDay} /> : null}
    </Card>
  )
}

function NewDay({ onNewDay }: { onNewDay: () => void }) {
  return (
    <div className="mt-4">
      <Button look="primary" wide onClick={onNewDay}>
        <CalendarIcon />
        {copy.chooseAnotherDay}
      </Button>
    </div>
  )
}
