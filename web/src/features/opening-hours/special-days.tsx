import type { SpecialDay } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PlusIcon, TrashIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/opening-hours.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { DaySpans } from './day-spans.tsx'
import { dayLimits } from './policy.ts'

type SpecialDaysProps = {
  days: readonly SpecialDay[]
  onDays: (days: SpecialDay[]) => void
  wrong: Readonly<Record<string, string>>
}

/** Days that differ from the week: closed, or with other hours. */
export function SpecialDays({ days, onDays, wrong }: SpecialDaysProps) {
  const now = useNow()
  const { first, last } = dayLimits(now)
  /** A stable key for each row, so that removing one does not move its field state to the next. */
  const [keys, setKeys] = useState(() => days.map(() => crypto.randomUUID()))
  const change = (index: number, changes: Partial<SpecialDay>) =>
    onDays(days.map((day, at) => (at === index ? { ...day, ...changes } : day)))
  const named = ({ on }: SpecialDay, index: number) =>
    on ? longDay(on, now) : fill(copy.specialDay, { number: index + 1 })
  return (
    <>
      {days.length === 0 ? <p className="text-muted mb-2">{copy.noSpecialDays}</p> : null}
      <ul className="divide-hair divide-y">
        {days.map((day, index) => (
          <li key={keys[index]} className="space-y-2 py-4 first:pt-0">
            <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
              <Field
                type="date"
                label={shared.day}
                width="short"
                min={first}
                max={last}
                value={day.on}
                onText={(on) => change(index, { on })}
              />
              <div className="min-w-0 flex-[1_1_12rem]">
                <Field
                  label={copy.reason}
                  optional
                  maxLength={40}
                  autoComplete="off"
                  value={day.name}
                  onText={(name) => change(index, { name })}
                />
              </div>
              <Button
                look="quiet"
                aria-label={fill(copy.removeDay, { day: named(day, index) })}
                onClick={() => {
                  setKeys(keys.filter((_, at) => at !== index))
                  onDays(days.filter((_, at) => at !== index))
                }}
              >
                <TrashIcon />
                {shared.remove}
              </Button>
            </div>
            <DaySpans
              day={named(day, index)}
              spans={day.openings}
              onSpans={(openings) => change(index, { openings })}
              error={wrong[`days.${index}`]}
            />
          </li>
        ))}
      </ul>
      <Button
        onClick={() => {
          setKeys([...keys, crypto.randomUUID()])
          onDays([...days, { on: '', name: '', openings: [] }])
        }}
      >
        <PlusIcon />
        {copy.addDay}
      </Button>
    </>
  )
}
