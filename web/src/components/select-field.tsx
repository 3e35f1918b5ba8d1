import { useId } from 'react'
import { Frame, inputClass } from './field.tsx'
import { ChevronDownIcon } from './first-icons.tsx'

export type Option = { value: string; label: string }

type SelectFieldProps = {
  label: string
  value: string
  options: readonly Option[]
  onChosen: (value: string) => void
  id?: string
  /** Text that says how to correct it; empty while there is no error. */
  error?: string | null | undefined
  onLeave?: () => void
}

/** One option of a list, with the device's native control. */
export function SelectField({ label, value, options, onChosen, id, error, onLeave }: SelectFieldProps) {
  const own = useId()
  return (
    <div className="min-w-0">
      <Frame id={id ?? own} label={label} error={error}>
        {(wiring) => (
          <div className="relative">
            <select
              {...wiring}
              onBlur={onLeave}
              value={value}
              onChange={(event) => onChosen(event.target.value)}
              className={`${inputClass(Boolean(error))} w-full appearance-none truncate pr-11`}
            >
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
            <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" />
          </div>
        )}
      </Frame>
    </div>
  )
}
