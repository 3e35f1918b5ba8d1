import { NoAnswer } from '../../components/not-loaded.tsx'
import * as copy from '../../copy/orders.ts'

export type NoOfflineCopyProps = {
  readonly failure: unknown
  readonly onRetry: () => void
  /** Set if a single order was requested. */
  readonly reference?: string
}

/** Shown if orders, or one, could not be read and none is stored. */
export function NoOfflineCopy({ failure, onRetry, reference }: NoOfflineCopyProps) {
  return (
    <NoAnswer failure={failure} onRetry={onRetry} reference={reference}>
      {reference ? copy.orderIsSafe : copy.ordersAreSafe}
    </NoAnswer>
  )
}
