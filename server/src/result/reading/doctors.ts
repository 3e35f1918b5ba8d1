import type { OrderRow } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import { sensitiveAmong } from '../analyte/rows.ts'
import { holdLiveConsent } from '../consent/consents.ts'
import { holdReleased, type Readable } from './released.ts'

/**
 * What a doctor who booked an order reads of it now, by their patient's consent, which holds until the transaction ends.
 * Specially protected tests are kept back where it does not name them. Null where there is no consent.
 */
export async function holdForDoctor(
  tx: Tx,
  order: OrderRow,
  doctorId: number,
  at: Date,
): Promise<(Readable & { readonly consentId: string }) | null> {
  // The order first, then the consent, as everywhere: two never wait for each other.
  const { released, waiting } = await holdReleased(tx, order)
  const consent = await holdLiveConsent(tx, order, doctorId, at)
  if (!consent) return null
  if (consent.sensitive) return { released, waiting, kept: 0, consentId: consent.id }
  const sensitive = await sensitiveAmong(
    tx,
    released.map(({ report }) => report.test_id),
  )
  const shown = released.filter(({ report }) => !sensitive.has(report.test_id))
  return { released: shown, waiting, kept: released.length - shown.length, consentId: consent.id }
}
