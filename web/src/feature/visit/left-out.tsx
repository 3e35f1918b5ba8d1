import type { LeftOut, Order, UntakenReason } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { counted, longDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Tag, type Tone } from '../../ui/card.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import { useLeftOut } from './queries.ts'

/** Why a specimen could not be taken, in the patient's words. */
const why: Readonly<Record<UntakenReason, string>> = {
  declined: 'It was not wanted at that moment.',
  no_vein: "No vein could be found. That happens, and is nobody's fault.",
  not_fasted: 'It needs an empty stomach.',
  no_container: 'Our phlebotomist had no container for it. That is our fault, and we are sorry.',
  not_produced: 'It could not be given at that moment. That happens often.',
  other: '',
}

const stands: Readonly<Record<LeftOut['state'], { readonly words: string; readonly tone: Tone }>> = {
  expected: { words: 'Still needed', tone: 'warn' },
  collected: { words: 'Taken since', tone: 'ok' },
  received: { words: 'In the lab', tone: 'ok' },
  rejected: { words: 'A new one is needed', tone: 'warn' },
  given_up: { words: 'Given up', tone: 'plain' },
}

type LeftOutProps = {
  order: Order
  /** Opens the choice of another time, if none is booked and one can be. */
  onNewTime: (() => void) | null
  /** The option to have the money back instead. */
  giveUp: ReactNode
}

/** A visit missed some specimens: which, why, and what comes next. Renders nothing if none was missed. */
export function WhatWasLeftOut({ order, onNewTime, giveUp }: LeftOutProps) {
  const { samples = [], taken = 0 } = useLeftOut(order.reference).data?.data ?? {}
  const [first] = samples
  if (!first) return null
  const wanting = samples.filter(({ state }) => state === 'expected')
  const given = samples.some(({ state }) => state === 'given_up')
  return (
    <Card edge as="section" labelledBy="left-out" className="print:hidden">
      <h2 id="left-out">
        {wanting.length > 0 ? `${counted(wanting.length, 'sample')} still needed` : 'Left out at the visit'}
      </h2>
      <p className="mt-2">
        On {longDay(first.at)} we took {counted(taken, 'sample')}
        {wanting.length > 0 ? ', and the lab goes on with what it has.' : ' and left this out.'}
      </p>
      <ul className="divide-hair border-hair mt-4 divide-y border-y">
        {samples.map((one) => (
          <Sample key={one.tests.join() + one.specimen} sample={one} />
        ))}
      </ul>
      {wanting.length > 0 ? (
        <p className="mt-4">
          {onNewTime ? 'Choose another time, or come' : 'Instead of the visit you can also come'} to{' '}
          {order.place.name}, {order.place.address}. It costs nothing more.
        </p>
      ) : null}
      {given ? (
        <p className="mt-4">
          For what was given up an operator gives the money back. You see it on this page once it is on its
          way.
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3 not-has-[*]:hidden">
        {onNewTime && wanting.length > 0 ? (
          <Button look="primary" wide onClick={onNewTime}>
            <CalendarIcon />
            Choose another time
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
        {[why[reason], note ? `Our phlebotomist says: ${note}` : ''].filter(Boolean).join(' ')}
      </p>
    </li>
  )
}
