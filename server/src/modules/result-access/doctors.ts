import type { Tx } from '../../db.ts'
import { holdLiveConsent } from '../consents/index.ts'
import type { OrderRow } from '../orders/index.ts'
import type { ReportRow } from '../results/index.ts'
import { sensitiveAmong } from '../results/index.ts'
import { type Released, shareLockReleased } from './released.ts'

/** The part of an order's results that a doctor may read, and by which consent. */
export type ForDoctor = Released & {
  /** How many reports are withheld. Counts reports in any state, so that the number reveals nothing about findings. */
  readonly kept: number
  /** The sensitive tests among them. */
  readonly sensitive: ReadonlyMap<number, string>
  readonly consentId: string
}

/**
 * The results that a doctor who booked an order may read now, by the patient's consent, which is locked until the
 * transaction ends. Specially protected tests are withheld unless the consent includes them. Returns null if there is no
 * consent.
 */
export async function shareLockForDoctor(
  tx: Tx,
  order: OrderRow,
  doctorId: number,
  at: Date,
): Promise<ForDoctor | null> {
  // Locks the order before the consent, as all code does, so that two transactions never deadlock.
  const found = await shareLockReleased(tx, order)
  const consent = await holdLiveConsent(tx, order, doctorId, at)
  if (!consent) return null
  const { released, withdrawn, waiting } = found
  const all = [...[...released, ...withdrawn].map(({ report }) => report), ...waiting]
  const sensitive = await sensitiveAmong(
    tx,
    order,
    all.map(({ test_id }) => test_id),
  )
  const isTheirs = ({ test_id }: ReportRow) => consent.sensitive || !sensitive.has(test_id)
  return {
    released: released.filter(({ report }) => isTheirs(report)),
    withdrawn: withdrawn.filter(({ report }) => isTheirs(report)),
    waiting: waiting.filter(isTheirs),
    kept: all.filter((report) => !isTheirs(report)).length,
    ...{ sensitive, consentId: consent.id },
  }
}
