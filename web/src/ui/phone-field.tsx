import { formatPhone, normalisePhone, phoneProblem } from '@labalaba/contract'
import { Field, type FieldProps } from './field.tsx'

/** The words for a phone that cannot be a Nigerian number however it was typed, or null when it can. */
function phoneError(typed: string): string | null {
  return phoneProblem(normalisePhone(typed))
}

type PhoneFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'value' | 'onText' | 'onBlur'> & {
  /** As typed; after the field is left, 0803 123 4567. Send `normalisePhone(value)` to the server. */
  value: string
  onText: (text: string) => void
  /** The field was left; `value` is now in its final form. */
  onLeave?: (text: string) => void
}

/** A Nigerian phone number, typed any usual way and rewritten when the field is left. */
export function PhoneField({
  value,
  onText,
  onLeave,
  hint = 'For example, 0803 123 4567',
  ...rest
}: PhoneFieldProps) {
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
