import { useId } from 'react'
import { ErrorSummary, StillNeeded } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/accounts.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { useOnline } from '../../lib/hooks.ts'

function unreached(online: boolean): string {
  return online ? copy.serverNotReached : copy.youAreOffline
}

/** Why the last try failed. Stays visible after the toast has gone. */
export function FailureNote({ failure }: { failure: unknown }) {
  const online = useOnline()
  if (!failure) return null
  return (
    <ErrorSummary problems={[]}>
      <p className="mt-1">{isOffline(failure) ? unreached(online) : failureWords(failure)}</p>
    </ErrorSummary>
  )
}

type SubmitButtonProps = {
  children: string
  /** What the form still lacks. While it is not empty, the button is disabled and names it. */
  missing: string[]
  working: boolean
  workingText: string
}

/** Submits the form that contains it. */
export function SubmitButton({ children, missing, working, workingText }: SubmitButtonProps) {
  const id = useId()
  return (
    <div className="space-y-2">
      <StillNeeded id={id} missing={missing} />
      <Button
        type="submit"
        look="primary"
        wide
        disabled={missing.length > 0}
        working={working}
        workingText={workingText}
        aria-describedby={id}
      >
        {children}
      </Button>
    </div>
  )
}

/** An email within a sentence. */
export function BoldEmail({ email }: { email: string }) {
  return (
    <b>
      <Breakable text={email} />
    </b>
  )
}
