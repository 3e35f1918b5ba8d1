import type { ComponentProps, ReactNode } from 'react'
import * as copy from '../copy/components.ts'
import { Button } from './button.tsx'

type DialogButtonsProps = Pick<ComponentProps<typeof Button>, 'look' | 'working' | 'workingText'> & {
  /** The label of the action. */
  children: ReactNode
  onDo: () => void
  onLeave: () => void
  leave?: string
}

/** The action of a dialog and the way out of it, visible however long the rest is. */
export function DialogButtons({
  look = 'primary',
  children,
  onDo,
  onLeave,
  leave = copy.notNow,
  ...work
}: DialogButtonsProps) {
  return (
    <div className="grid w-full gap-3 sm:flex sm:flex-row-reverse sm:justify-start">
      <Button wide look={look} {...work} onClick={onDo}>
        {children}
      </Button>
      <Button wide look="quiet" onClick={onLeave}>
        {leave}
      </Button>
    </div>
  )
}
