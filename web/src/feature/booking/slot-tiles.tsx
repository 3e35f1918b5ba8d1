import type { ReactNode } from 'react'
import { GroupFrame } from '../../ui/field.tsx'

export type Slot = { value: string; title: string; under?: string; name: string }

type SlotTilesProps = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  slots: readonly Slot[]
  value: string
  onChosen: (value: string) => void
  /** A way to see more of them. */
  more?: ReactNode
}

/** Days or times as tiles, three across; only what is free is there. Arrow keys walk through them. */
export function SlotTiles({ id, label, hint, error, slots, value, onChosen, more }: SlotTilesProps) {
  return (
    <GroupFrame id={id} label={label} hint={hint} error={error}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]">
        {slots.map((slot) => (
          <label
            key={slot.value}
            className={`ring-within rounded-field relative flex min-h-14 flex-col items-center justify-center border-2 px-1 py-1 text-center ${
              slot.value === value
                ? 'border-indigo bg-indigo text-card'
                : 'border-border bg-card hover:border-ink'
            }`}
          >
            <input
              type="radio"
              name={id}
              value={slot.value}
              aria-label={slot.name}
              checked={slot.value === value}
              onChange={() => onChosen(slot.value)}
              className="absolute inset-0 m-0 h-full w-full opacity-0"
            />
            <span aria-hidden="true" className="text-input figures font-semibold">
              {slot.title}
            </span>
            {slot.under ? (
              <span
                aria-hidden="true"
                className={`text-[0.875rem] leading-5 ${slot.value === value ? 'text-card' : 'text-muted'}`}
              >
                {slot.under}
              </span>
            ) : null}
          </label>
        ))}
      </div>
      {more}
    </GroupFrame>
  )
}
