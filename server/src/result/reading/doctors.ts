import type { OrderRow } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import { sensitiveAmong } from '../analyte/sensitive-repository.ts'
import { holdLiveConsent } from '../consent/consents.ts'
import type { ReportRow } from '../report/repository.ts'
import { holdReleased, type Released } from './released.ts'

/** What a doctor reads of an order, and by which consent. */
export type ForDoctor = Released & {
  /** Reports that are not for them, whatever there is of each: how many says nothing of what was found. */
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
