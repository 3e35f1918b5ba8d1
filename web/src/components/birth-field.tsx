import { useId, useRef } from 'react'
import * as copy from '../copy/components.ts'
import * as shared from '../copy/shared.ts'
import type { DateParts } from './date-of-birth.ts'
import { GroupFrame, inputClass } from './field.tsx'

type BirthFieldProps = {
  value: DateParts
  onParts: (parts: DateParts) => void
  /** The focus left the whole group, so it may be validated. */
  onLeave?: () => void
  error?: string | null | undefined
  label?: string
  hint?: string
  id?: string
  /** Autofill with the signed-in person's details; off if it is another person's birthday. */
  own?: boolean
  optional?: boolean
}

const parts = [
  { part: 'day', name: shared.day, width: 'w-17', token: 'bday-day' },
  { part: 'month', name: copy.month, width: 'w-17', token: 'bday-month' },
  { part: 'year', name: copy.year, width: 'w-23', token: 'bday-year' },
] as const

/** A date of birth as three small fields, because scrolling a calendar back to 1985 takes too long. */
export function BirthField({
  value,
  onParts,
  onLeave,
  error,
  label = copy.birthLabel,
  hint = copy.birthHint,
  id,
  own = true,
  optional = false,
}: BirthFieldProps) {
  const made = useId()
  const group = id ?? made
  const box = useRef<HTMLDivElement>(null)
  return (
    <GroupFrame id={group} label={label} hint={hint} error={error} optional={optional}>
      <div ref={box} className="flex gap-3 sm:gap-4">
        {parts.map(({ part, name, width, token }) => (
          <div key={part}>
            <label htmlFor={`${group}-${part}`} className="text-input mb-1 block">
              {name}
            </label>
            <input
              id={`${group}-${part}`}
              type="text"
              inputMode="numeric"
              autoComplete={own ? token : 'off'}
              maxLength={part === 'month' ? 9 : part === 'year' ? 4 : 2}
              value={value[part]}
              aria-invalid={error ? true : undefined}
              onChange={(event) => onParts({ ...value, [part]: event.target.value })}
              onBlur={(event) => {
                if (!box.current?.contains(event.relatedTarget)) onLeave?.()
              }}
              className={`${inputClass(Boolean(error))} ${width}`}
            />
          </div>
        ))}
      </div>
    </GroupFrame>
  )
}
