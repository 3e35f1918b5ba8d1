import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, FieldError, inputClass } from '../../components/field.tsx'
import { PlusIcon, TrashIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/capacity.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import {
  dayLimits,
  noVisits,
  openWindowsOn,
  shortNames,
  type TypedDay,
  windowNames,
  withCell,
} from './policy.ts'

type SpecialDaysProps = {
  days: readonly TypedDay[]
  onDays: (days: TypedDay[]) => void
  openingHours: string
  wrong: Readonly<Record<string, string>>
}

/** Days with other numbers than their weekday. */
export function SpecialDays({ days, onDays, openingHours, wrong }: SpecialDaysProps) {
  const now = useNow()
  const { first, last } = dayLimits(now)
  const [keys, setKeys] = useState(() => days.map(() => crypto.randomUUID()))
  const change = (index: number, changes: Partial<TypedDay>) =>
    onDays(days.map((day, at) => (at === index ? { ...day, ...changes } : day)))
  return (
    <>
      {days.length === 0 ? <p className="text-muted mb-3">{copy.noSpecialDays}</p> : null}
      <ul className="divide-hair divide-y">
        {days.map(({ on, places }, index) => {
          const day = on ? longDay(on, now) : fill(copy.specialDay, { number: index + 1 })
          return (
            <li key={keys[index]} className="space-y-3 py-4 first:pt-0">
              <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
                <Field
                  type="date"
                  label={shared.day}
                  width="short"
                  min={first}
                  max={last}
                  value={on}
                  onText={(typed) => change(index, { on: typed })}
                />
                <Button
                  look="quiet"
                  aria-label={fill(copy.removeDay, { day })}
                  onClick={() => {
                    setKeys(keys.filter((_, at) => at !== index))
                    onDays(days.filter((_, at) => at !== index))
                  }}
                >
                  <TrashIcon />
                  {shared.remove}
                </Button>
              </div>
              <DayCells
                day={day}
                places={places}
                onPlaces={(typed) => change(index, { places: typed })}
                open={openWindowsOn(openingHours, on)}
                error={wrong[`days.${index}`]}
              />
            </li>
          )
        })}
      </ul>
      <Button
        onClick={() => {
          setKeys([...keys, crypto.randomUUID()])
          onDays([...days, noVisits])
        }}
      >
        <PlusIcon />
        {copy.addDay}
      </Button>
    </>
  )
}

type DayCellsProps = {
  /** The name of the day, for screen readers. */
  day: string
  places: readonly string[]
  onPlaces: (places: string[]) => void
  /** Whether the location is open in each window; in a closed one the number has no effect. */
  open: readonly boolean[]
  error?: string | undefined
}

/** The number of visits in each window of a day. Arrow keys move between the fields, also to other days. */
export function DayCells({ day, places, onPlaces, open, error }: DayCellsProps) {
  return (
    <div className="min-w-0 flex-1">
      {error ? <FieldError id={`${day}-error`}>{error}</FieldError> : null}
      <div className="grid grid-cols-3 gap-2 lg:grid-cols-6">
        {places.map((typed, index) => (
          <label key={windowNames[index]} className="block min-w-0">
            <span className="sr-only">{`${day}, ${windowNames[index]}`}</span>
            <span aria-hidden="true" className="text-small text-muted block">
              {shortNames[index]}
            </span>
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              data-cell={index}
              value={open[index] ? typed : copy.closed}
              readOnly={!open[index]}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${day}-error` : undefined}
              onChange={(event) => onPlaces(withCell(places, index, event.target.value))}
              onFocus={(event) => event.target.select()}
              onKeyDown={goOn}
              className={`${inputClass(Boolean(error))} figures w-full ${open[index] ? '' : 'bg-sand text-muted'}`}
            />
          </label>
        ))}
      </div>
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -6, ArrowDown: 6, Enter: 6 }

/** Up and down move to the same window of another day. Left and right stay within the digits. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const cells = [...document.querySelectorAll<HTMLInputElement>('[data-cell]')]
  cells[cells.indexOf(event.currentTarget) + step]?.focus()
}
