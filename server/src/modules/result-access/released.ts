import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type OrderRow, shareLockOrder } from '../orders/index.ts'
import {
  isWorkedOn,
  type ReportRow,
  reportsOf,
  type ValueRow,
  type VersionRow,
  valuesOf,
  versionsOf,
} from '../results/index.ts'

/** A report as its patient reads it, in the released version. */
export type InForce = {
  readonly report: ReportRow
  readonly version: VersionRow
  readonly values: readonly ValueRow[]
}

/** A report that the lab has withdrawn and not replaced, in the version that was last released. */
export type TakenBack = Pick<InForce, 'report' | 'version'>

/** The reports of an order at one time: released, withdrawn, or neither. */
export type Released = {
  readonly released: readonly InForce[]
  readonly withdrawn: readonly TakenBack[]
  readonly waiting: readonly ReportRow[]
}

/** The reports of an order. They are a consistent state only if the caller holds the order. */
export async function releasedOf(db: Db, order: Pick<OrderRow, 'id'>): Promise<Released> {
  const all = await reportsOf(db, order.id)
  const ids = all.map(({ id }) => id)
  const every = await versionsOf(db, ids)
  const versions = every.filter(({ state }) => state === 'released')
  const values = await valuesOf(db, ids)
  const released = all.flatMap((report): InForce[] => {
    const version = versions.find(({ report_id }) => report_id === report.id)
    if (!version) return []
    const own = values.filter((one) => one.report_id === report.id && one.number === version.number)
    return [{ report, version, values: own }]
  })
  const out = new Set(released.map(({ report }) => report.id))
  const withdrawn = all.flatMap((report): TakenBack[] => {
    const version = every.find(({ report_id, state }) => report_id === report.id && state === 'withdrawn')
    return version && !out.has(report.id) ? [{ report, version }] : []
  })
  const known = new Set([...out, ...withdrawn.map(({ report }) => report.id)])
  return { released, withdrawn, waiting: all.filter(({ id }) => !known.has(id)) }
}

/**
 * As above, with the order held: a correction is released either before this and is read, or after it, and then the readers
 * of the earlier version are notified. Throws DomainError `not_found` if the order was cancelled meanwhile.
 */
export async function shareLockReleased(tx: Tx, order: Pick<OrderRow, 'id'>): Promise<Released> {
  const held = await shareLockOrder(tx, order.id)
  if (!held || !isWorkedOn(held)) throw new DomainError('not_found')
  return await releasedOf(tx, held)
}
