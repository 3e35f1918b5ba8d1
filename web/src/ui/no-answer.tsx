import type { ReactNode } from 'react'
import { failureWords, isOffline } from '../lib/api.ts'
import mast from './art/mast.svg'
import { Trouble } from './states.tsx'

type NoAnswerProps = {
  failure: unknown
  onRetry: () => void
  /** A number that support can find it by. */
  reference?: string | undefined
  /** What is safe all the same. */
  children?: ReactNode
}

/** A page, or a part of one, of which no good answer came: why, and a way to try again. */
export function NoAnswer({ failure, onRetry, reference, children }: NoAnswerProps) {
  const offline = isOffline(failure)
  return (
    <Trouble picture={offline ? mast : undefined} onRetry={onRetry} reference={reference}>
      {offline ? 'No answer came. Your network may have dropped.' : failureWords(failure)}
      {children ? <> {children}</> : null}
    </Trouble>
  )
}
