import { type OpenWeek, weekdays } from '@labalaba/contract'
import { Button } from '../../components/button.tsx'
import { FieldError } from '../../components/field.tsx'
import { CopyIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/opening-hours.ts'
import { fill } from '../../lib/fill.ts'
import { DaySpans } from './day-spans.tsx'
import { likeMonday, withDay } from './policy.ts'

type WeekFormProps = {
  /** `week` or `planned`, as the server names it. */
  field: string
  week: OpenWeek
  onWeek: (week: OpenWeek) => void
  wrong: Readonly<Record<string, string>>
}

/** The seven days of a week with their openings. */
export function WeekForm({ field, week, onWeek, wrong }: WeekFormProps) {
  return (
    <>
      {wrong[field] ? <FieldError id={`${field}-error`}>{wrong[field]}</FieldError> : null}
      <ul className="divide-hair divide-y">
        {weekdays.map((day, index) => (
          <li key={day} className="flex flex-col gap-x-4 gap-y-1 py-2 md:flex-row md:items-center">
            <span className="w-28 shrink-0 font-semibold">{day}</span>
            <DaySpans
              day={field === 'week' ? day : fill(copy.dayOfNewWeek, { day })}
              spans={week[index] ?? []}
              onSpans={(spans) => onWeek(withDay(week, index, spans))}
              error={wrong[`${field}.${index}`]}
            />
          </li>
        ))}
      </ul>
      <div className="-ml-3">
        <Button look="quiet" onClick={() => onWeek(likeMonday(week))}>
          <CopyIcon />
          {copy.likeMonday}
        </Button>
      </div>
    </>
  )
}
