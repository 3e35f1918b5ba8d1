import * as copy from '../../../copy/catalogue.ts'
import { kinds } from './policy.ts'

/** Switches between all tests and one kind. Scrolls sideways on phones; exactly one is on. */
export function KindSwitch({ value, onChosen }: { value: string; onChosen: (value: string) => void }) {
  return (
    <fieldset className="fades-sideways -mx-4 [scrollbar-width:none] overflow-x-auto px-4 py-1 md:mx-0 md:px-0">
      <legend className="sr-only">{copy.kindOfTest}</legend>
      <div className="rounded-button border-hair bg-sand flex w-max gap-1 border p-1">
        {kinds.map((kind) => (
          <label
            key={kind.value}
            className={`ring-within text-input relative flex min-h-12 shrink-0 items-center justify-center rounded-[10px] border-2 px-4 font-semibold whitespace-nowrap ${
              kind.value === value
                ? 'border-indigo bg-card text-indigo shadow-soft'
                : 'text-ink border-transparent'
            }`}
          >
            <input
              type="radio"
              name="kind"
              value={kind.value}
              checked={kind.value === value}
              onChange={() => onChosen(kind.value)}
              className="absolute inset-0 m-0 h-full w-full opacity-0"
            />
            {kind.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
