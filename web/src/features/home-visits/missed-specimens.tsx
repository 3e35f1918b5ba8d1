import type { LeftOut, Order, UntakenReason } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Card, Tag, type Tone } from '../../components/card.tsx'
import { CalendarIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/home-visits.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useMissedSpecimens } from './queries.ts'

/** Why a specimen could not be taken, in the patient's words. */
const why: Readonly<Record<UntakenReason, string>> = {
  declined: copy.leftOutDeclined,
  no_vein: copy.leftOutNoVein,
  not_fasted: copy.leftOutNotFasted,
  no_container: copy.leftOutNoContainer,
  not_produced: copy.leftOutNotProduced,
  other: '',
}

const stands: Readonly<Record<LeftOut['state'], { readonly words: string; readonly tone: Tone }>> = {
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

function Sample({ sample: { specimen, tests, reason, note, state } }: { sample: LeftOut }) {
  const { words, tone } = stands[state]
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
