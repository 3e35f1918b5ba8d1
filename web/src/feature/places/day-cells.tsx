import type { KeyboardEvent } from 'react'
import { FieldError, inputClass } from '../../ui/field.tsx'
import { shortNames, windowNames, withCell } from './policy.ts'

type DayCellsProps = {
  /** The name of the day, for those who do not see it beside. */
  day: string
  places: readonly string[]
  onPlaces: (places: string[]) => void
  /** Whether the location is open in each window; a number there would be nobody's. */
  open: readonly boolean[]
  error?: string | undefined
}

/** How many visits in each window of a day. The arrow keys go from number to number, also of other days. */
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
              value={open[index] ? typed : 'closed'}
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

/** Up and down go to the same window of another day. Left and right stay with the digits of a number. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const cells = [...document.querySelectorAll<HTMLInputElement>('[data-cell]')]
  cells[cells.indexOf(event.currentTarget) + step]?.focus()
}
