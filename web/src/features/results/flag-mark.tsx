import { flagWords, type ResultFlag } from '@labalaba/contract'
import type { ReactNode } from 'react'

/** A shape per flag, in a box of 16 by 16, readable without colour: it shows the direction, and single or double. */
export const flagShapes: Readonly<Record<ResultFlag, ReactNode>> = {
  normal: <circle cx="8" cy="8" r="4" />,
  low: <path d="M3 5h10L8 12z" />,
  high: <path d="M3 11h10L8 4z" />,
  critical_low: <path d="M3 1h10L8 8zM3 8h10L8 15z" />,
  critical_high: <path d="M3 8h10L8 1zM3 15h10L8 8z" />,
  critical_abnormal: <path d="M8 1l7 7-7 7-7-7zM7 4v5h2V4zM7 10.5v2h2v-2z" fillRule="evenodd" />,
  abnormal: <path d="M8 2l6 6-6 6-6-6z" />,
}

const looks: Readonly<Record<ResultFlag, string>> = {
  normal: 'text-leaf',
  low: 'bg-warn-tint text-warn',
  high: 'bg-warn-tint text-warn',
  critical_low: 'bg-ink text-card',
  critical_high: 'bg-ink text-card',
  critical_abnormal: 'bg-ink text-card',
  abnormal: 'bg-warn-tint text-warn',
}

/** The flag of a value, as a word and a shape. */
export function FlagMark({ flag }: { flag: ResultFlag | null }) {
  if (flag === null) return null
  return (
    <span
      className={`rounded-round text-small inline-flex items-center gap-1.5 py-1 font-semibold whitespace-nowrap ${flag === 'normal' ? '' : 'px-2.5'} ${looks[flag]}`}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" fill="currentColor" aria-hidden="true">
        {flagShapes[flag]}
      </svg>
      {flagWords[flag]}
    </span>
  )
}
