import type { Selectable } from 'kysely'
import type { LabOrder } from '../../../tables.ts'

/** The facts of an order that the place of its home visit depends on. */
export type OrderVisit = Pick<
  Selectable<LabOrder>,
  | 'id'
  | 'account_id'
  | 'location_id'
  | 'collection_on'
  | 'collection_time'
  | 'collection_state'
  | 'collection_area'
>

/** An order that holds a place while it is unpaid. */
export type HoldingOrder = OrderVisit & Pick<Selectable<LabOrder>, 'held_seconds' | 'patient_phone'>

/** An order whose money may have come too late for its home visit. */
export type PaidVisit = OrderVisit & Pick<Selectable<LabOrder>, 'mode' | 'late_money_at'>
