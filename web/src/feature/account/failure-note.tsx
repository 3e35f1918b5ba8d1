import { failureWords, isOffline } from '../../lib/api.ts'
import { useOnline } from '../../lib/hooks.ts'
import { ErrorSummary } from '../../ui/banner.tsx'

function unreached(online: boolean): string {
  return online
    ? 'We could not reach the server. Try again. What you typed is still here.'
    : 'You are offline. Try again when the network is back. What you typed is still here.'
}

/** Why the last try did not work, kept in sight after the notice at the top has gone. */
export function FailureNote({ failure }: { failure: unknown }) {
  const online = useOnline()
  if (!failure) return null
  return (
    <ErrorSummary problems={[]}>
      <p className="mt-1">{isOffline(failure) ? unreached(online) : failureWords(failure)}</p>
    </ErrorSummary>
  )
}
