import type { OrderRow } from '../../orders/index.ts'
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

/** How far an order is, as the fields of an R4 Task. `movedAt` is when it came into its state. */
export function taskFields({ state, reference, created_at }: OrderRow, publicUrl: string, movedAt: Date) {
  const [status, words] = statusOf[state]
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
