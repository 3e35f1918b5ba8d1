import { formatPhone, normalisePhone, phoneProblem } from '@labalaba/contract'
import * as copy from '../copy/components.ts'
import { Field, type FieldProps } from './field.tsx'

/** The error text for a phone that cannot be a Nigerian number in any notation, or null if it can. */
function phoneError(typed: string): string | null {
  return phoneProblem(normalisePhone(typed))
}

type PhoneFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'value' | 'onText' | 'onBlur'> & {
  /** As typed; after the field is left, 0803 123 4567. Send `normalisePhone(value)` to the server. */
  value: string
  onText: (text: string) => void
  /** The focus left the field; `value` is now in its final form. */
  onLeave?: (text: string) => void
}

/** A Nigerian phone number, typed in any usual way and rewritten when the focus leaves the field. */
export function PhoneField({ value, onText, onLeave, hint = copy.phoneHint, ...rest }: PhoneFieldProps) {
  return (
    <Field
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete={rest.autoComplete ?? 'tel'}
      width="phone"
      hint={hint}
      value={value}
      onText={onText}
      onBlur={() => {
        const tidy = phoneError(value) === null ? formatPhone(normalisePhone(value)) : value
        if (tidy !== value) onText(tidy)
        onLeave?.(tidy)
      }}
    />
  )
}
