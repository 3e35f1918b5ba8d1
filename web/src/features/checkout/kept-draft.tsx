import { useEffect, useState, useSyncExternalStore } from 'react'
import { CheckCircleIcon, OfflineIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import { type DraftStatus, draftStatus, keepDraft, onDraftStatus } from '../../lib/draft-keeper.ts'
import { useDelayed, useOnline } from '../../lib/hooks.ts'

/** How long the form waits for the data shown above it, in milliseconds. */
const patience = 4000

/**
 * Saves the answers on the server while the page is open. `ready` is true once the saved draft is loaded and nothing else
 * `isAwaited`, so that everything appears together without layout shifts; or after `patience`.
 */
export function useKeptDraft(isAwaited: boolean): { ready: boolean; standing: DraftStatus } {
  const standing = useSyncExternalStore(onDraftStatus, draftStatus, () => 'reading' as const)
  const [waited, setWaited] = useState(false)
  useEffect(keepDraft, [])
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return { ready: waited || (standing !== 'reading' && !isAwaited), standing }
}

/** Shows unobtrusively that the answers are saved. Its space is reserved, so that nothing moves. */
export function KeptHint({ standing }: { standing: DraftStatus }) {
  const online = useOnline()
  const failing = useDelayed(standing === 'failing', 2000, 2000)
  return (
    <p className="text-small text-muted flex min-h-6 items-center gap-2" data-kept={standing}>
      {failing ? (
        <>
          <OfflineIcon size={16} />
          {online ? copy.draftRetrying : copy.draftWaitsForNetwork}
        </>
      ) : standing === 'saved' ? (
        <>
          <CheckCircleIcon size={16} className="text-leaf" />
          {copy.draftSaved}
        </>
      ) : null}
    </p>
  )
}
