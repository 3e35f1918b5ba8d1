import { type ButtonHTMLAttributes, type ReactNode, useRef } from 'react'
import { useDelayed } from '../lib/hooks.ts'
import { Link, type LinkProps } from './link.tsx'

export type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const shape =
  'inline-flex min-h-control items-center justify-center gap-2 rounded-button py-2 text-input font-semibold text-center no-underline select-none transition-transform duration-100'
const classes: Record<Look, string> = {
  primary:
    'px-6 bg-indigo text-card shadow-pressed-edge hover:bg-indigo-pressed active:translate-y-[3px] active:shadow-none',
  secondary:
    'px-6 bg-card text-indigo inset-ring-2 inset-ring-indigo hover:bg-indigo-tint active:translate-y-px',
  quiet: 'px-3 text-indigo underline underline-offset-3 hover:bg-indigo-tint',
  danger: 'px-6 bg-card text-error inset-ring-2 inset-ring-error hover:bg-error-tint active:translate-y-px',
}
const off = 'px-6 border-2 border-dashed border-border bg-sand text-muted cursor-not-allowed'

/** The class names of a button, for the rare element that must look like one and is none. */
export function buttonClass(look: Look, wide: boolean, disabled = false): string {
  return `${shape} ${disabled ? off : classes[look]} ${wide ? 'w-full sm:w-auto' : ''}`
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  look?: Look
  /** Full width on phones. */
  wide?: boolean
  /** A tap is being worked on: the button shows it immediately and ignores further taps. */
  working?: boolean
  /** Its text while it works. */
  workingText?: string
  children: ReactNode
}

/** A button. One `primary` per screen. A second tap within half a second is ignored. */
export function Button({
  look = 'secondary',
  wide = false,
  working = false,
  workingText,
  onClick,
  disabled = false,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const lastTap = useRef(Number.NEGATIVE_INFINITY)
  const spinning = useDelayed(working)
  return (
    <button
      type={type}
      disabled={disabled}
      aria-disabled={working || undefined}
      aria-busy={working || undefined}
      className={buttonClass(look, wide, disabled)}
      onClick={(event) => {
        const tooSoon = event.timeStamp - lastTap.current < 500
        lastTap.current = event.timeStamp
        if (working || tooSoon) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {spinning ? <Spinner /> : null}
      {working && workingText ? workingText : children}
    </button>
  )
}

type LinkButtonProps = Omit<LinkProps, 'className'> & { look?: Look; wide?: boolean }

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function LinkButton({ look = 'secondary', wide = false, ...rest }: LinkButtonProps) {
  return <Link className={buttonClass(look, wide)} {...rest} />
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  /** Its accessible name. */
  name: string
  children: ReactNode
}

/** A 48-pixel square with one icon. */
export function IconButton({ name, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={name} className={iconButtonClass} {...rest}>
      {children}
    </button>
  )
}

/** The class names of an icon button, for a link of that shape. */
export const iconButtonClass =
  'relative grid size-row shrink-0 place-items-center rounded-button text-ink no-underline hover:bg-sand'

/** A small turning drop, for buttons at work. It is hidden from screen readers: the text next to it says so. */
export function Spinner() {
  return (
    <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true" className="motion-turn shrink-0">
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity=".3" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
