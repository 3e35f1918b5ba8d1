import type { ReactNode } from 'react'

type CardProps = {
  children: ReactNode
  /** A patterned strip along the top: for money and proof only. */
  edge?: boolean
  as?: 'div' | 'section' | 'article' | 'li'
  labelledBy?: string
  className?: string
}

/** A white card on the page's background. */
export function Card({ children, edge = false, as: As = 'div', labelledBy, className = '' }: CardProps) {
  return (
    <As
      aria-labelledby={labelledBy}
      className={`rounded-card border-hair bg-card shadow-soft overflow-hidden border ${className}`}
    >
      {edge ? <div aria-hidden="true" className="adire-grid h-6" /> : null}
      <div className="p-4 md:p-6">{children}</div>
    </As>
  )
}

export type PriceLine = { label: string; value: string; hint?: string }

type SummaryProps = { lines: readonly PriceLine[]; total?: PriceLine; live?: boolean }

/** The costs line by line, with the total below a rule. Every fee is a line of its own. */
export function Summary({ lines, total, live = false }: SummaryProps) {
  return (
    <dl aria-live={live ? 'polite' : undefined}>
      {lines.map((line) => (
        <div
          key={line.label}
          className="border-hair flex items-baseline justify-between gap-4 border-b py-2.5 last:border-0"
        >
          <dt className="min-w-0">
            {line.label}
            {line.hint ? <span className="text-small text-muted block">{line.hint}</span> : null}
          </dt>
          <dd className="figures">{line.value}</dd>
        </div>
      ))}
      {total ? (
        <div className="border-ink -mt-px flex items-baseline justify-between gap-4 border-t-2 pt-3">
          <dt className="font-semibold">{total.label}</dt>
          <dd className="figures font-head text-figure font-bold">{total.value}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** Facts: a label with its value next to it, or below it if there is no room for both. */
export function Facts({ lines }: { lines: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-hair divide-y">
      {lines.map((line) => (
        <div key={line.label} className="flex flex-wrap gap-x-4 py-3">
          <dt className="text-muted min-w-0 flex-[1_1_7.5rem]">{line.label}</dt>
          <dd className="min-w-0 flex-[5_1_14rem]">{line.value}</dd>
        </div>
      ))}
    </dl>
  )
}

export type Tone = 'ok' | 'warn' | 'error' | 'info' | 'plain'

const tints: Record<Tone, string> = {
  ok: 'bg-leaf-tint text-leaf',
  warn: 'bg-warn-tint text-warn',
  error: 'bg-error-tint text-error',
  info: 'bg-indigo-tint text-indigo',
  plain: 'bg-sand text-ink',
}

/** A state in a word or two, with its icon, so that it can be read without colour. */
export function Tag({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      className={`rounded-round inline-flex max-w-full items-center gap-1.5 px-2.5 py-1 text-[0.875rem] leading-5 font-semibold sm:whitespace-nowrap ${tints[tone]}`}
    >
      {icon}
      {children}
    </span>
  )
}
