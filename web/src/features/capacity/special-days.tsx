import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PlusIcon, TrashIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/capacity.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { DayCells } from './day-cells.tsx'
import { dayLimits, noVisits, openWindowsOn, type TypedDay } from './policy.ts'

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
