import type { KeyboardEvent } from 'react'
import { FieldError, inputClass } from '../../components/field.tsx'
import * as copy from '../../copy/capacity.ts'
import { shortNames, windowNames, withCell } from './policy.ts'

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
