import { useState } from 'react'
import { clockTime, longDay, shortDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { freeDays, freeTimes } from './rules.ts'
import { type Slot, SlotTiles } from './slot-tiles.tsx'

/** A Lagos day and a Lagos time; empty where not chosen yet. */
export type Moment = { day: string; time: string }

type VisitMomentProps = {
  moment: Moment
  onChosen: (change: Partial<Moment>) => void
  errors?: { day?: string | undefined; time?: string | undefined }
  now: Date
  /** For how many hours the patient must not eat before. */
  fast: number
}

function daySlot(day: string): Slot {
  const [weekday = '', date = '', month = ''] = shortDay(day).split(' ')
  return { value: day, title: `${weekday} ${date}`, under: month, name: longDay(day) }
}

function timeSlot(time: string): Slot {
  return { value: time, title: clockTime(time), name: clockTime(time) }
}

function More({ children, onMore }: { children: string; onMore: () => void }) {
  return (
    <div className="-mx-3">
      <Button look="quiet" onClick={onMore}>
        <ChevronDownIcon />
        {children}
      </Button>
    </div>
  )
}

const daysAtFirst = 6

function Day({ moment, onChosen, errors, now }: Omit<VisitMomentProps, 'fast'>) {
  const days = freeDays(now)
  const [all, setAll] = useState(days.indexOf(moment.day) >= daysAtFirst)
  return (
    <SlotTiles
      id="visit-day"
      label="Day"
      error={errors?.day}
      slots={(all ? days : days.slice(0, daysAtFirst)).map(daySlot)}
      value={moment.day}
      onChosen={(day) => onChosen({ day })}
      more={all ? null : <More onMore={() => setAll(true)}>Show later days</More>}
    />
  )
}

function Time({ moment, onChosen, errors, now, fast }: VisitMomentProps) {
  const times = freeTimes(moment.day, now)
  const mornings = times.filter((time) => time < '12:00')
  const [all, setAll] = useState(moment.time >= '12:00')
  const folds = !all && mornings.length > 0 && mornings.length < times.length
  const early = fast > 0 ? ` You must fast for ${fast} hours, so an early time is easier.` : ''
  return (
    <SlotTiles
      id="visit-time"
      label={`Time on ${longDay(moment.day)}`}
      hint={`Nigerian time.${early}`}
      error={errors?.time}
      slots={(folds ? mornings : times).map(timeSlot)}
      value={moment.time}
      onChosen={(time) => onChosen({ time })}
      more={folds ? <More onMore={() => setAll(true)}>Show afternoon times</More> : null}
    />
  )
}

/** The day of a home visit, and then its time: only what is free is there. */
export function VisitMoment(props: VisitMomentProps) {
  return (
    <>
      <Day {...props} />
      {props.moment.day === '' ? null : <Time {...props} />}
    </>
  )
}
