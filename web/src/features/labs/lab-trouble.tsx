import mast from '../../components/art/mast.svg'
import { Trouble } from '../../components/states.tsx'
import * as copy from '../../copy/labs.ts'
import { isOffline } from '../../lib/api.ts'

/** The data could not be read: says whether the network or the server failed, and that nothing is lost. */
export function LabTrouble({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  if (isOffline(failure)) {
    return (
      <Trouble title={copy.lostTitle} picture={mast} onRetry={onRetry}>
        {copy.lostWords}
      </Trouble>
    )
  }
  return (
    <Trouble title={copy.failedTitle} onRetry={onRetry}>
      {copy.failedWords}
    </Trouble>
  )
}
