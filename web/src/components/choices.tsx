import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type CheckboxProps = {
  checked: boolean
  onChecked: (checked: boolean) => void
  children: ReactNode
  id?: string
  error?: string | null | undefined
  describedBy?: string
}

/** A checkbox, with a label that may contain a link. */
export function Checkbox({ checked, onChecked, children, id, error, describedBy }: CheckboxProps) {
  const made = useId()
  const own = id ?? made
  return (
    <div className={error ? 'border-error border-l-4 pl-3' : ''}>
      {error ? <FieldError id={`${own}-error`}>{error}</FieldError> : null}
      <label className="min-h-row grid grid-cols-[48px_1fr] content-center items-baseline">
        <input
          id={own}
          type="checkbox"
          checked={checked}
          aria-describedby={error ? `${own}-error` : describedBy}
          onChange={(event) => onChecked(event.target.checked)}
          className="accent-indigo size-6 translate-y-1.5"
        />
        <span>{children}</span>
      </label>
    </div>
  )
}

type RadioCardProps = {
  /** The group's name, shared by its cards. */
  name: string
  value: string
  checked: boolean
  onChosen: (value: string) => void
  title: ReactNode
  /** Explains the choice. */
  children?: ReactNode
  disabled?: boolean
  /** A picture or icon at the right. */
  picture?: ReactNode
}

/** One choice with room for an explanation. The native control stays visible. */
export function RadioCard({
  name,
  value,
  checked,
  onChosen,
  title,
  children,
  disabled,
  picture,
}: RadioCardProps) {
  const classes = checked ? 'border-indigo bg-indigo-tint' : 'border-border bg-card hover:border-ink'
  return (
    <label
      className={`ring-within rounded-button flex min-h-16 ${children ? 'items-start' : 'items-center'} gap-3 border-2 px-4 py-3 ${classes} ${
        disabled ? 'bg-sand text-muted cursor-not-allowed border-dashed' : ''
      }`}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChosen(value)}
        className={`accent-indigo size-6 shrink-0 ${children ? 'mt-0.5' : ''}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        {children ? <span className="text-small text-muted block">{children}</span> : null}
      </span>
      {picture}
    </label>
  )
}

export type Choice<V extends string> = { value: V; label: string; icon?: ReactNode; disabled?: boolean }

type SegmentedProps<V extends string> = {
  /** Names the choice, for users who cannot see the options side by side. */
  legend: string
  name: string
  value: V
  choices: readonly Choice<V>[]
  onChosen: (value: V) => void
}

/** Two or three choices that exclude each other, side by side. */
export function Segmented<V extends string>({ legend, name, value, choices, onChosen }: SegmentedProps<V>) {
  return (
    <fieldset className="rounded-button border-hair bg-sand flex flex-wrap gap-1 border p-1">
      <legend className="sr-only">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={`ring-within text-input relative flex min-h-18 min-w-0 flex-[1_1_8rem] flex-col items-center justify-center gap-1 rounded-[10px] border-2 p-2 text-center leading-5 font-semibold ${
            choice.value === value
              ? 'border-indigo bg-card text-indigo shadow-soft'
              : 'text-ink border-transparent'
          } ${choice.disabled ? 'text-muted cursor-not-allowed' : ''}`}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChosen(choice.value)}
            className="absolute inset-0 m-0 h-full w-full opacity-0"
          />
          {choice.icon}
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

type ChipProps = { pressed: boolean; onPressed: () => void; children: ReactNode }

/** A filter that is on or off. Put several in `ChipRow`. */
export function Chip({ pressed, onPressed, children }: ChipProps) {
  const classes = pressed
    ? 'border-indigo bg-indigo-tint text-indigo font-semibold inset-ring inset-ring-indigo'
    : 'border-border bg-card text-ink hover:border-ink'
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPressed}
      className={`rounded-round text-input min-h-row inline-flex shrink-0 items-center gap-1.5 border-[1.5px] px-4 whitespace-nowrap ${classes}`}
    >
      {children}
    </button>
  )
}

/** A row of chips that scrolls sideways within the page's margins; the page itself does not. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="fades-sideways -mx-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-2 md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  )
}

type SwitchProps = {
  on: boolean
  onTurned: (on: boolean) => void
  describedBy?: string | undefined
  children: ReactNode
}

/** Switches a setting on or off, with immediate effect. For an answer in a form use `Checkbox`. */
export function Switch({ on, onTurned, describedBy, children }: SwitchProps) {
  return (
    <label className="min-h-row text-small inline-flex items-center gap-2 font-semibold">
      {children}
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        aria-describedby={describedBy}
        onChange={(event) => onTurned(event.target.checked)}
        className="bg-border checked:bg-indigo before:bg-card rounded-round before:rounded-round relative h-7 w-12 shrink-0 appearance-none transition-colors duration-150 before:absolute before:top-1 before:left-1 before:size-5 before:transition-transform before:duration-150 checked:before:translate-x-5 motion-reduce:transition-none motion-reduce:before:transition-none"
      />
    </label>
  )
}
