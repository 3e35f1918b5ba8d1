import { isOffline } from '../../lib/api.ts'
import mast from '../../ui/art/mast.svg'
import { Trouble } from '../../ui/states.tsx'

/** The data could not be read: says whether the network or the server failed, and that nothing is lost. */
export function LabTrouble({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  if (isOffline(failure)) {
    return (
      <Trouble title="No answer from the network" picture={mast} onRetry={onRetry}>
        Check your connection and try again. What is in your cart is kept.
      </Trouble>
    )
  }
  return (
    <Trouble title="We could not load this" onRetry={onRetry}>
      Something went wrong on our side. Nothing that you have booked or paid for is affected.
    </Trouble>
  )
}
