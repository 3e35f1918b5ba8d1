import type { OwnResults, ToAcknowledge } from '@labalaba/contract'
import type { OrderRow } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { holdForDoctor } from '../reading/doctors.ts'
import type { InForce, TakenBack } from '../reading/released.ts'
import * as repository from './repository.ts'

/**
 * Writes down that a doctor has seen to results of an order that they booked, or to that one was taken back. Each has to
 * stand as they saw it, and have been read: `result_changed` else. Refuses `consent_needed`. Saying so twice changes nothing.
 */
export async function acknowledge(
  tx: Tx,
  order: OrderRow,
  seen: readonly ToAcknowledge[],
  by: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  const found = await holdForDoctor(tx, order, by.accountId, by.at)
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
 * What a doctor who has read results has not acknowledged of them, and when they did the last of it. What was taken back
 * before they read it asks nothing of them. Null results are somebody else's, who acknowledges nothing.
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
