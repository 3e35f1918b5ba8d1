import type { OrderRow } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import { sensitiveAmong } from '../analyte/rows.ts'
import { holdLiveConsent } from '../consent/consents.ts'
import { holdReleased, type Released, type TakenBack } from './released.ts'

/** What a doctor reads of an order, and by which consent. */
export type ForDoctor = Released & {
  /** Released, or taken back since, and not for them to read. */
  readonly kept: number
  /** Which of the tests are sensitive. */
  readonly sensitive: ReadonlyMap<number, string>
  readonly consentId: string
}

/**
 * What a doctor who booked an order reads of it now, by their patient's consent, which holds until the transaction ends.
 * Specially protected tests are kept back where it does not name them. Null where there is no consent.
 */
export async function holdForDoctor(
  tx: Tx,
  order: OrderRow,
  doctorId: number,
  at: Date,
): Promise<ForDoctor | null> {
  // The order first, then the consent, as everywhere: two never wait for each other.
  const found = await holdReleased(tx, order)
  const consent = await holdLiveConsent(tx, order, doctorId, at)
  if (!consent) return null
  const { released, withdrawn, waiting } = found
  const sensitive = await sensitiveAmong(
    tx,
    [...released, ...withdrawn].map(({ report }) => report.test_id),
  )
  const isTheirs = ({ report }: TakenBack) => consent.sensitive || !sensitive.has(report.test_id)
  const kept = [...released, ...withdrawn].filter((one) => !isTheirs(one)).length
  return {
    ...{ released: released.filter(isTheirs), withdrawn: withdrawn.filter(isTheirs), waiting },
    ...{ kept, sensitive, consentId: consent.id },
  }
}
