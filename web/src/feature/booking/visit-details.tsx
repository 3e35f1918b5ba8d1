import { useState } from 'react'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
import { clockTime, longDay, shortDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import type { FormPart } from './patient-details.tsx'
import { freeDays, freeTimes } from './rules.ts'
import { type Slot, SlotTiles } from './slot-tiles.tsx'

/** The visit's answers in a few words, for the folded part. */
export function visitInWords(draft: BookingDraft): string[] {
  return [
    `${longDay(draft.day)} at ${clockTime(draft.time)}, Nigerian time`,
    `${draft.street}, ${draft.area}`,
    ...(draft.landmark.trim() === '' ? [] : [draft.landmark]),
  ]
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

function Day({ draft, errors, now }: Pick<FormPart, 'draft' | 'errors'> & { now: Date }) {
  const days = freeDays(now)
  const [all, setAll] = useState(days.indexOf(draft.day) >= daysAtFirst)
  return (
    <SlotTiles
      id="visit-day"
      label="Day"
      error={errors['visit-day']}
      slots={(all ? days : days.slice(0, daysAtFirst)).map(daySlot)}
      value={draft.day}
      onChosen={(day) => changeDraft({ day })}
      more={all ? null : <More onMore={() => setAll(true)}>Show later days</More>}
    />
  )
}

function Time({
  draft,
  errors,
  now,
  fast,
}: Pick<FormPart, 'draft' | 'errors'> & { now: Date; fast: number }) {
  const times = freeTimes(draft.day, now)
  const mornings = times.filter((time) => time < '12:00')
  const [all, setAll] = useState(draft.time >= '12:00')
  const folds = !all && mornings.length > 0 && mornings.length < times.length
  const early = fast > 0 ? ` You must fast for ${fast} hours, so an early time is easier.` : ''
  return (
    <SlotTiles
      id="visit-time"
      label={`Time on ${longDay(draft.day)}`}
      hint={`Nigerian time.${early}`}
      error={errors['visit-time']}
      slots={(folds ? mornings : times).map(timeSlot)}
      value={draft.time}
      onChosen={(time) => changeDraft({ time })}
      more={folds ? <More onMore={() => setAll(true)}>Show afternoon times</More> : null}
    />
  )
}

type VisitDetailsProps = FormPart & { now: Date; fast: number; onContinue: () => void }

/** Where and when the phlebotomist comes. */
export function VisitDetails({ draft, errors, onLeave, now, fast, onContinue }: VisitDetailsProps) {
  return (
    <section aria-labelledby="visit" className="space-y-6">
      <h2 id="visit" tabIndex={-1}>
        Where and when?
      </h2>
      <Field
        id="visit-street"
        label="Street address"
        autoComplete="off"
        maxLength={200}
        value={draft.street}
        error={errors['visit-street']}
        onText={(street) => changeDraft({ street })}
        onBlur={() => onLeave('visit-street')}
      />
      <Field
        id="visit-area"
        label="Area or town"
        hint="For example, Ikeja"
        autoComplete="off"
        maxLength={90}
        value={draft.area}
        error={errors['visit-area']}
        onText={(area) => changeDraft({ area })}
        onBlur={() => onLeave('visit-area')}
      />
      <Field
        id="visit-landmark"
        label="Nearest landmark or bus stop"
        optional
        autoComplete="off"
        maxLength={160}
        value={draft.landmark}
        error={errors['visit-landmark']}
        onText={(landmark) => changeDraft({ landmark })}
      />
      <Day draft={draft} errors={errors} now={now} />
      {draft.day === '' ? null : <Time draft={draft} errors={errors} now={now} fast={fast} />}
      <Button wide onClick={onContinue}>
        Continue
      </Button>
    </section>
  )
}
