import type { OrderRow } from '../../orders/index.ts'
import type { SpecimenRow } from '../../specimens/index.ts'
import { systems } from './systems.ts'

/** FHIR's status of a task for each state of an order, with our words for the state. An unpaid order is never exported. */
const statusOf: Readonly<Record<OrderRow['state'], readonly [status: string, words: string]>> = {
  awaiting_payment: ['draft', 'Not paid'],
  expired: ['cancelled', 'Not paid in time'],
  /** The lab need not accept a booking. For that case R4 has `ready`. */
  scheduled: ['ready', 'Booked and paid, no sample yet'],
  sample_collected: ['in-progress', 'Sample collected'],
  lab_processing: ['in-progress', 'Sample in the laboratory'],
  results_ready: ['completed', 'Results ready'],
  cancelled: ['cancelled', 'Cancelled'],
}

type Sample = Pick<SpecimenRow, 'state'>

/**
 * How far one request of an order is, as a status of FHIR with our words: as the order, unless its own samples say otherwise. An
 * order goes back to `scheduled` while any sample must be taken again, also if others are in the lab.
 */
function progressOf(
  state: OrderRow['state'],
  samples: readonly Sample[],
): readonly [status: string, words: string] {
  if (state === 'cancelled') return statusOf.cancelled
  const current = samples.filter((one) => one.state !== 'rejected')
  if (current.length > 0 && current.every((one) => one.state === 'given_up'))
    return ['failed', 'Not measured']
  if (state !== 'scheduled') return statusOf[state]
  if (current.some((one) => one.state === 'received')) return statusOf.lab_processing
  if (current.some((one) => one.state === 'collected')) return statusOf.sample_collected
  return samples.length > current.length
    ? ['ready', 'Sample rejected, another is needed']
    : statusOf.scheduled
}

/**
 * How far a request of an order is, as the fields of an R4 Task. `samples` are those that serve it; `movedAt` is when the order
 * came into its state.
 */
export function taskFields(
  { state, reference, created_at }: OrderRow,
  samples: readonly Sample[],
  publicUrl: string,
  movedAt: Date,
) {
  const [status, words] = progressOf(state, samples)
  return {
    groupIdentifier: { system: `${publicUrl}/orders`, value: reference },
    status,
    businessStatus: { text: words },
    intent: 'order',
    code: { coding: [{ system: systems.task, code: 'fulfill', display: 'Fulfill the focal request' }] },
    authoredOn: created_at.toISOString(),
    lastModified: movedAt.toISOString(),
  }
}
