import type { OwnResults, ToAcknowledge } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { OrderRow } from '../../orders/index.ts'
import { shareLockForDoctor } from '../doctors.ts'
import type { InForce, TakenBack } from '../released.ts'
import * as repository from './repository.ts'

/**
 * Records that a doctor has acknowledged results of an order that they booked, or the withdrawal of a result. Throws
 * DomainError `result_changed` if a version is not the one they saw or they have not read it, and `consent_needed`. Calling
 * it again has no effect.
 */
export async function acknowledge(
  tx: Tx,
  order: OrderRow,
  seen: readonly ToAcknowledge[],
  by: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  const found = await shareLockForDoctor(tx, order, by.accountId, by.at)
  if (!found) throw new DomainError('consent_needed')
  const asked = new Set(
    seen.map(({ report, version, withdrawn = false }) => `${report} ${version} ${withdrawn}`),
  )
  const versions = versionsIn(found.released, found.withdrawn).filter(({ report_id, number, withdrawn }) =>
    asked.has(`${report_id} ${number} ${withdrawn}`),
  )
  const read = await repository.doneBy(tx, by.accountId, versions)
  if (read.length < asked.size) throw new DomainError('result_changed')
  await repository.insertAcknowledged(tx, order.id, versions, by)
}

function versionsIn(released: readonly InForce[], withdrawn: readonly TakenBack[]): repository.Version[] {
  const versionOf = ({ version: { report_id, number } }: TakenBack) => ({ report_id, number })
  return [
    ...released.map((one) => ({ ...versionOf(one), withdrawn: false })),
    ...withdrawn.map((one) => ({ ...versionOf(one), withdrawn: true })),
  ]
}

type Read = { readonly shown: readonly InForce[]; readonly withdrawn: readonly TakenBack[] }

/**
 * The results that a doctor has read and not acknowledged, and the time of their last acknowledgement if all are. A result
 * withdrawn before they read it needs none. `results` is null for readers who acknowledge nothing.
 */
export async function acknowledgementOf(
  db: Db,
  results: Read | null,
  accountId: number,
): Promise<Pick<OwnResults, 'toAcknowledge' | 'acknowledgedAt'>> {
  const versions = results ? versionsIn(results.shown, results.withdrawn) : []
  const done = await repository.doneBy(db, accountId, versions)
  const waits = done.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  const times = done.flatMap(({ acknowledgedAt }) => acknowledgedAt?.getTime() ?? [])
  return {
    toAcknowledge: waits.map(({ report_id, number, withdrawn }) => ({
      ...{ report: report_id, version: number },
      ...(withdrawn && { withdrawn }),
    })),
    acknowledgedAt:
      waits.length > 0 || times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
  }
}
