import { type ReactNode, useEffect, useRef } from 'react'
import * as copy from '../copy/components.ts'

import { namesListed } from '../lib/names.ts'
import { OfflineIcon } from './first-icons.tsx'
import { AlertIcon, CheckCircleIcon, InfoIcon, WarningIcon } from './icons.tsx'

export type BannerTone = 'ok' | 'warn' | 'error' | 'info' | 'offline'

const tones = {
  ok: { frame: 'bg-leaf-tint border-leaf', ink: 'text-leaf', Icon: CheckCircleIcon },
  warn: { frame: 'bg-warn-tint border-warn', ink: 'text-warn', Icon: WarningIcon },
  error: { frame: 'bg-error-tint border-error', ink: 'text-error', Icon: AlertIcon },
  info: { frame: 'bg-indigo-tint border-indigo', ink: 'text-indigo', Icon: InfoIcon },
  offline: { frame: 'bg-sand border-border', ink: 'text-ink', Icon: OfflineIcon },
} as const

type BannerProps = {
  tone?: BannerTone
  title?: string
  children?: ReactNode
  /** Read it out when it appears. */
  announce?: boolean
}

/** A message about the whole page or a part of it; never about one field. */
export function Banner({ tone = 'info', title, children, announce = false }: BannerProps) {
  const { frame, ink, Icon } = tones[tone]
  return (
    <div
      role={announce ? 'status' : undefined}
      className={`rounded-button flex gap-3 border-l-6 p-4 ${frame}`}
    >
      <Icon className={`mt-0.5 ${ink}`} size={24} />
      <div className="min-w-0 space-y-1">
        {title ? <p className={`font-semibold ${ink}`}>{title}</p> : null}
        {children}
      </div>
    </div>
  )
}

export type Problem = { id: string; words: string }

/** The problems of a form, at its top: with a title, a link to each field, and the focus. */
export function ErrorSummary({ problems, children }: { problems: readonly Problem[]; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const key = problems.map((problem) => problem.id + problem.words).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new set of problems takes the focus again
  useEffect(() => box.current?.focus(), [key])
  if (problems.length === 0 && !children) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby="problem-title"
      className="rounded-button border-error bg-card border-2 border-l-6 p-4"
    >
      <h2 id="problem-title" className="heading-small text-error">
        {copy.problemTitle}
      </h2>
      {children}
      {problems.length > 0 ? (
        <ul className="mt-2">
          {problems.map((problem) => (
            <li key={problem.id}>
              <a
                href={`#${problem.id}`}
                className="text-error inline-flex min-h-12 items-center py-2 font-semibold"
                onClick={(event) => {
                  event.preventDefault()
                  focusField(problem.id)
                }}
              >
                {problem.words}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Focuses a field, or the first control of a group, and scrolls it into view. */
export function focusField(id: string): void {
  const found = document.getElementById(id)
  const control = found?.matches('input,select,textarea,button')
    ? found
    : found?.querySelector<HTMLElement>('input,select,textarea,button')
  control?.focus()
  found?.scrollIntoView({ block: 'center' })
}

/** Why a button is still disabled. Give the button `aria-describedby` with the same id. */
export function StillNeeded({ id, missing }: { id: string; missing: readonly string[] }) {
  return (
    <p id={id} aria-live="polite" className="text-small text-muted min-h-6">
      {missing.length > 0 ? (
        <span className="flex items-start gap-2">
          <InfoIcon size={16} className="mt-0.5 md:mt-1" />
          <span>
            <b className="text-ink">{copy.stillNeeded}</b> {namesListed(missing)}.
          </span>
        </span>
      ) : null}
    </p>
  )
}
