import type { ReactNode } from 'react'
import * as copy from '../copy/components.ts'
import { Breakable } from './breakable.tsx'
import { CheckIcon } from './first-icons.tsx'

export type Stage = {
  title: string
  state: 'completed' | 'current' | 'upcoming'
  /** One sentence: what happened, with its time, or what will happen. */
  words?: ReactNode
  /** More under the current stage, such as what happens next. */
  more?: ReactNode
}

const dots = {
  completed: 'bg-leaf text-card',
  current: 'bg-indigo text-card ring-6 ring-indigo-tint',
  upcoming: 'bg-card text-muted inset-ring-2 inset-ring-border',
} as const

const spoken = { completed: copy.stepDone, current: copy.stepNow, upcoming: copy.stepToCome } as const

/** The stages of a process, the current one highlighted. */
export function Timeline({ stages, label }: { stages: readonly Stage[]; label: string }) {
  return (
    <ol aria-label={label}>
      {stages.map((stage, place) => (
        <li
          key={stage.title}
          aria-current={stage.state === 'current' ? 'step' : undefined}
          className="group relative grid grid-cols-[32px_1fr] gap-4 pb-6 last:pb-0"
        >
          <span
            aria-hidden="true"
            className={`absolute top-8 bottom-0 left-[15px] w-0.5 group-last:hidden ${stage.state === 'completed' ? 'bg-leaf' : 'bg-hair'}`}
          />
          <span
            aria-hidden="true"
            className={`rounded-round relative grid size-8 place-items-center text-[0.875rem] font-semibold ${dots[stage.state]}`}
          >
            {stage.state === 'completed' || (stage.state === 'current' && place === stages.length - 1) ? (
              <CheckIcon size={18} strokeWidth={3} />
            ) : (
              place + 1
            )}
          </span>
          <div className="min-w-0 pt-0.5">
            <p className={stage.state === 'current' ? 'heading-small text-indigo' : 'font-semibold'}>
              <span className="sr-only">{spoken[stage.state]} </span>
              {stage.title}
            </p>
            {stage.words ? (
              <div className="text-muted mt-1">
                {typeof stage.words === 'string' ? <Breakable text={stage.words} /> : stage.words}
              </div>
            ) : null}
            {stage.more ? <div className="mt-3">{stage.more}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
