import type { MissedSpecimen, MissReason, Order, OwnVisit, UntakenReason } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Card, Tag, type Tone } from '../../components/card.tsx'
import { MotorbikeIcon } from '../../components/drawn-icons.tsx'
import { CalendarIcon, ClockIcon, LockIcon, WarningIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/home-visits.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useMissedSpecimens } from './queries.ts'

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

/** Why a specimen could not be taken, in the patient's words. */
const why: Readonly<Record<UntakenReason, string>> = {
  declined: copy.leftOutDeclined,
  no_vein: copy.leftOutNoVein,
  not_fasted: copy.leftOutNotFasted,
  no_container: copy.leftOutNoContainer,
  not_produced: copy.leftOutNotProduced,
  other: '',
}

const stateWords: Readonly<Record<MissedSpecimen['state'], { readonly words: string; readonly tone: Tone }>> =
  {
    expected: { words: copy.leftOutNeeded, tone: 'warn' },
    collected: { words: copy.leftOutTaken, tone: 'ok' },
    received: { words: copy.leftOutInLab, tone: 'ok' },
    rejected: { words: copy.leftOutRejected, tone: 'warn' },
    given_up: { words: copy.leftOutGivenUp, tone: 'plain' },
  }

type LeftOutProps = {
  order: Order
  /** Opens the choice of another time, if none is booked and one can be. */
  onNewTime: (() => void) | null
  /** The option to have the money back instead. */
  giveUp: ReactNode
}

/** A visit missed some specimens: which, why, and what comes next. Renders nothing if none was missed. */
export function MissedSpecimens({ order, onNewTime, giveUp }: LeftOutProps) {
  const { samples = [], taken = 0 } = useMissedSpecimens(order.reference).data?.data ?? {}
  const [first] = samples
  if (!first) return null
  const wanting = samples.filter(({ state }) => state === 'expected')
  const given = samples.some(({ state }) => state === 'given_up')
  return (
    <Card edge as="section" labelledBy="left-out" className="print:hidden">
      <h2 id="left-out">
        {wanting.length > 0 ? plural(copy.leftOutNeededTitle, wanting.length) : copy.leftOutTitle}
      </h2>
      <p className="mt-2">
        {plural(wanting.length > 0 ? copy.leftOutTakenSome : copy.leftOutTakenOthers, taken, {
          day: longDay(first.at),
        })}
      </p>
      <ul className="divide-hair border-hair mt-4 divide-y border-y">
        {samples.map((one) => (
          <Sample key={one.tests.join() + one.specimen} sample={one} />
        ))}
      </ul>
      {wanting.length > 0 ? (
        <p className="mt-4">
          {fill(onNewTime ? copy.leftOutNewTimeOrCome : copy.leftOutCome, {
            place: order.place.name,
            address: order.place.address,
          })}
        </p>
      ) : null}
      {given ? <p className="mt-4">{copy.leftOutRefund}</p> : null}
      <div className="mt-4 flex flex-wrap gap-3 not-has-[*]:hidden">
        {onNewTime && wanting.length > 0 ? (
          <Button look="primary" wide onClick={onNewTime}>
            <CalendarIcon />
            {copy.chooseAnotherTime}
          </Button>
        ) : null}
        {wanting.length > 0 ? giveUp : null}
      </div>
    </Card>
  )
}

function Sample({ sample: { specimen, tests, reason, note, state } }: { sample: MissedSpecimen }) {
  const { words, tone } = stateWords[state]
  return (
    <li className="py-3">
      <h3 className="font-body flex flex-wrap items-center justify-between gap-x-3 gap-y-1 font-semibold">
        {tests.join(', ')}
        <Tag tone={tone}>{words}</Tag>
      </h3>
      <p className="text-muted">{specimen}</p>
      <p className="mt-1 wrap-anywhere">
        {[why[reason], note ? fill(copy.leftOutNote, { note }) : ''].filter(Boolean).join(' ')}
      </p>
    </li>
  )
}
