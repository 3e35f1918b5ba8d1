import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import * as copy from '../copy/components.ts'
import { AlertIcon } from './icons.tsx'

/** The frame of one question: label, hint, error, in that order, then the control. */
export type FrameProps = {
  label: ReactNode
  hint?: ReactNode
  /** Text that says how to correct it; empty while there is no error. */
  error?: string | null | undefined
  optional?: boolean
}

const redRule = 'border-l-4 border-error pl-3'

const optionalWord = <span className="text-muted font-normal"> {copy.optional}</span>

/** The error text of one field, with an icon, so that it does not rely on colour. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="text-error mb-2 flex items-start gap-1.5 font-semibold">
      <AlertIcon className="mt-0.5" />
      <span>
        <span className="sr-only">{copy.error} </span>
        {children}
      </span>
    </p>
  )
}

function HintAndError({ id, hint, error }: Pick<FrameProps, 'hint' | 'error'> & { id: string }) {
  return (
    <>
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-muted mb-2">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </>
  )
}

function describedBy(id: string, hint: ReactNode, error: FrameProps['error']): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
}

/** Frames one control. `children` receives the attributes that tie it to its label, hint and error. */
export function Frame({
  id,
  label,
  hint,
  error,
  optional = false,
  children,
}: FrameProps & {
  id: string
  children: (wiring: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
}) {
  return (
    <div className={error ? redRule : ''}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
        {optional ? optionalWord : null}
      </label>
      <HintAndError id={id} hint={hint} error={error} />
      {children({
        id,
        'aria-describedby': describedBy(id, hint, error),
        'aria-invalid': error ? true : undefined,
      })}
    </div>
  )
}

/** Frames several controls of one question, as a fieldset. */
export function GroupFrame({
  id,
  label,
  hint,
  error,
  optional = false,
  children,
}: FrameProps & { id: string; children: ReactNode }) {
  return (
    <fieldset id={id} aria-describedby={describedBy(id, hint, error)} className={error ? redRule : ''}>
      <legend className="mb-1 font-semibold">
        {label}
        {optional ? optionalWord : null}
      </legend>
      <HintAndError id={id} hint={hint} error={error} />
      {children}
    </fieldset>
  )
}

/** The class names of a text control. */
export function inputClass(bad: boolean): string {
  const edge = bad ? 'border-error' : 'border-border hover:border-ink'
  return `block h-control rounded-field border-2 bg-card px-3 text-input text-ink disabled:cursor-not-allowed disabled:border-dashed disabled:border-border disabled:bg-sand disabled:text-muted ${edge}`
}

const widths = { full: 'w-full', phone: 'w-full max-w-[22ch]', day: 'w-17', year: 'w-23', short: 'w-40' }

export type FieldProps = FrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'width'> & {
    /** The width shows how long an answer is expected to be. */
    width?: keyof typeof widths
    /** Called with the text itself. */
    onText?: (text: string) => void
    ref?: Ref<HTMLInputElement>
    /** A control at the right end, inside the edge. */
    inside?: ReactNode
  }

/** A text field with its label above it. The error text is above the input. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  width = 'full',
  onText,
  onChange,
  id,
  inside,
  ...rest
}: FieldProps) {
  const own = useId()
  return (
    <Frame id={id ?? own} label={label} hint={hint} error={error} optional={optional}>
      {(wiring) => (
        <div className={inside ? 'relative' : ''}>
          <input
            type="text"
            {...rest}
            {...wiring}
            onChange={(event) => {
              onChange?.(event)
              onText?.(event.target.value)
            }}
            className={`${inputClass(Boolean(error))} ${widths[width]} ${inside ? 'pr-26' : ''}`}
          />
          {inside}
        </div>
      )}
    </Frame>
  )
}
