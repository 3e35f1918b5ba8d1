import { failureWords, isOffline } from '../../lib/api.ts'
import { ErrorSummary } from '../../ui/banner.tsx'

/** Why the last try did not work, kept in sight after the notice at the top has gone. */
export function FailureNote({ failure }: { failure: unknown }) {
  if (!failure) return null
  return (
    <ErrorSummary problems={[]}>
      <p className="mt-1">
        {isOffline(failure)
          ? 'We could not reach the server. Check your network and try again. What you typed is still here.'
          : failureWords(failure)}
      </p>
    </ErrorSummary>
  )
}
