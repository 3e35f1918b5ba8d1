import type { OpenSpan } from '@labalaba/contract'
import { Button, IconButton } from '../../components/button.tsx'
import { FieldError, inputClass } from '../../components/field.tsx'
import { CloseIcon, PlusIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/opening-hours.ts'
import { fill } from '../../lib/fill.ts'
import { mostSpans, shownTime, withSpan, withTime } from './policy.ts'

type DaySpansProps = {
  /** The name of the day, for screen readers. */
  day: string
  spans: readonly OpenSpan[]
  onSpans: (spans: OpenSpan[]) => void
  error?: string | undefined
}

/** The openings of one day: two time fields each, or "Closed" if there are none. */
export function DaySpans({ day, spans, onSpans, error }: DaySpansProps) {
  return (
    <div className="min-w-0 flex-1">
      {error ? <FieldError id={`${day}-error`}>{error}</FieldError> : null}
      <ul className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {spans.map((span, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an opening is identified only by its position
          <li key={index} className="flex flex-wrap items-center gap-1 md:gap-x-2">
            {(['from', 'to'] as const).map((end) => (
              <label key={end} className="flex items-center gap-1 md:gap-2">
                <span aria-hidden="true" className={`text-muted ${end === 'from' ? 'hidden md:inline' : ''}`}>
                  {end === 'from' ? copy.from : copy.to}
                </span>
                <input
                  type="time"
                  aria-label={fill(end === 'from' ? copy.opensAt : copy.closesAt, { day, number: index + 1 })}
                  value={shownTime(span[end])}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${day}-error` : undefined}
                  onChange={(event) => onSpans(withTime(spans, index, end, event.target.value))}
                  className={`${inputClass(Boolean(error))} figures w-27 md:w-36 [&::-webkit-calendar-picker-indicator]:hidden md:[&::-webkit-calendar-picker-indicator]:block`}
                />
              </label>
            ))}
            <IconButton
              name={fill(copy.removeOpening, { number: index + 1, day })}
              onClick={() => onSpans(spans.filter((_, at) => at !== index))}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
        <li className="flex items-center gap-2">
          {spans.length === 0 ? <span className="text-muted w-17">{copy.closed}</span> : null}
          {spans.length < mostSpans ? (
            <Button
              look="quiet"
              aria-label={fill(copy.addHoursOn, { day })}
              onClick={() => onSpans(withSpan(spans))}
            >
              <PlusIcon />
              {copy.addHours}
            </Button>
          ) : null}
        </li>
      </ul>
    </div>
  )
}
