import type { ReactNode } from 'react'
import * as copy from '../copy/components.ts'
import signpost from './art/signpost.svg'
import { LinkButton } from './button.tsx'
import { EmptyState } from './states.tsx'

type NothingHereProps = {
  /** Link to the list of such things; without it only the way home is offered. */
  onward?: { to: string; words: string }
  children: ReactNode
}

/** The not-found page, with a way on. */
export function NothingHere({ onward, children }: NothingHereProps) {
  return (
    <div className="page flex flex-1 items-center justify-center py-8">
      <EmptyState
        headingLevel="h1"
        picture={signpost}
        title={copy.notFound}
        action={
          <>
            {onward ? (
              <LinkButton to={onward.to} look="primary" wide>
                {onward.words}
              </LinkButton>
            ) : null}
            <LinkButton to="/" look={onward ? 'secondary' : 'primary'} wide>
              {copy.backHome}
            </LinkButton>
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
