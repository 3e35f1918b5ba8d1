import { useId, useState } from 'react'
import * as copy from '../copy/components.ts'
import { GroupFrame } from './field.tsx'

type CodeInputProps = {
  value: string
  onText: (digits: string) => void
  /** Called when all digits are entered. */
  onFull?: (digits: string) => void
  length?: number
  label?: string
  hint?: string
  error?: string | null | undefined
  id?: string
  autoFocus?: boolean
}

/**
 * A one-time code in separate boxes. Underneath it is one text field, so it has one name, accepts a pasted or texted
 * code as a whole, moves on by itself and goes back with the backspace key.
 */
export function CodeInput({
  value,
  onText,
  onFull,
  length = 5,
  label = copy.codeLabel,
  hint,
  error,
  id,
  autoFocus = false,
}: CodeInputProps) {
  const made = useId()
  const own = id ?? made
  const [focused, setFocused] = useState(false)
  const at = Math.min(value.length, length - 1)

  function take(text: string): void {
    const digits = text.replace(/\D/g, '').slice(0, length)
    onText(digits)
    if (digits.length === length && digits !== value) onFull?.(digits)
  }

  return (
    <GroupFrame id={`${own}-group`} label={label} hint={hint} error={error}>
      <div className="relative flex max-w-85 gap-1.5 sm:gap-2">
        <input
          id={own}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${own}-group-error` : undefined}
          value={value}
          // biome-ignore lint/a11y/noAutofocus: the dialog that opens for the code has nothing before it to read
          autoFocus={autoFocus}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onSelect={(event) => {
            const { selectionStart, selectionEnd, value: typed } = event.currentTarget
            const end = typed.length
            if (selectionStart === selectionEnd && selectionEnd !== end)
              event.currentTarget.setSelectionRange(end, end)
          }}
          onPaste={(event) => {
            // A pasted code replaces the digits that were there.
            event.preventDefault()
            take(event.clipboardData.getData('text'))
          }}
          onChange={(event) => take(event.target.value)}
          className="text-input absolute inset-0 z-1 h-full w-full cursor-text opacity-0"
        />
        {Array.from({ length }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={place}
            aria-hidden="true"
            className={`rounded-field bg-card font-head text-figure grid h-15 max-w-14 min-w-0 flex-1 place-items-center border-2 font-semibold tabular-nums ${
              error ? 'border-error' : value[place] ? 'border-ink' : 'border-border'
            } ${focused && place === at ? 'outline-marigold ring-ink ring-6 outline-3 outline-offset-1' : ''}`}
          >
            {value[place] ?? (focused && place === at ? <span className="bg-ink h-7 w-0.5" /> : null)}
          </span>
        ))}
      </div>
    </GroupFrame>
  )
}
