import type { ComponentProps, ReactNode } from 'react'
import * as shared from '../copy/shared.ts'
import { failureWords, isOffline } from '../lib/api.ts'
import mast from './art/mast.svg'
import { Trouble, Waiting } from './states.tsx'

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

type NotLoadedProps = Omit<ComponentProps<typeof NoAnswer>, 'children'> & {
  /** Blocks of the final size. */
  children: ReactNode
}

/** What stands in for content until it is loaded: its skeleton or, after a failure, the reason. Either can be retried. */
export function NotLoaded({ children, ...trouble }: NotLoadedProps) {
  if (trouble.failure) return <NoAnswer {...trouble} />
  return <Waiting onRetry={trouble.onRetry}>{children}</Waiting>
}
