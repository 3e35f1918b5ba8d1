import type { ReactNode } from 'react'
import * as shared from '../copy/shared.ts'
import { failureWords, isOffline } from '../lib/api.ts'
import mast from './art/mast.svg'
import { Trouble } from './states.tsx'

type NoAnswerProps = {
  failure: unknown
  onRetry: () => void
  /** A number by which support can find it. */
  reference?: string | undefined
  /** Says that nothing was lost. */
  children?: ReactNode
}

/** A page, or a part of one, that could not be loaded: the reason, and a button to retry. */
export function NoAnswer({ failure, onRetry, reference, children }: NoAnswerProps) {
  const offline = isOffline(failure)
  return (
    <Trouble picture={offline ? mast : undefined} onRetry={onRetry} reference={reference}>
      {offline ? shared.noAnswer : failureWords(failure)}
      {children ? <> {children}</> : null}
    </Trouble>
  )
}
