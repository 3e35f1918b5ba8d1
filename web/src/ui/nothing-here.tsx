import type { ReactNode } from 'react'
import signpost from './art/signpost.svg'
import { LinkButton } from './button.tsx'
import { EmptyState } from './states.tsx'

type NothingHereProps = {
  /** What is looked for here, where there is more of it; without it the way leads home. */
  onward?: { to: string; words: string }
  children: ReactNode
}

/** There is nothing at this address: the page that is not found, said plainly, with a way on. */
export function NothingHere({ onward, children }: NothingHereProps) {
  return (
    <div className="page flex flex-1 items-center justify-center py-8">
      <EmptyState
        headingLevel="h1"
        picture={signpost}
        title="We could not find that page"
        action={
          <>
            {onward ? (
              <LinkButton to={onward.to} look="primary" wide>
                {onward.words}
              </LinkButton>
            ) : null}
            <LinkButton to="/" look={onward ? 'secondary' : 'primary'} wide>
              Back Home
            </LinkButton>
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
