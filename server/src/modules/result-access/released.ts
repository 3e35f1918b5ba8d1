import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { liveConsent, lockLiveConsent } from '../consents/index.ts'
import { type OrderRow, shareLockOrder } from '../orders/index.ts'
import {
  isWorkedOn,
  type ReportRow,
  reportsOf,
  sensitiveAmong,
  testsOut,
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
  /** Values of earlier released versions on lines that this version leaves empty: they no longer hold. */
  readonly retracted: readonly ValueRow[]
}

/**
 * A report that the lab has withdrawn and not replaced, in the version that was last released. Every value that was ever
 * released of it is retracted.
 */
export type TakenBack = Pick<InForce, 'report' | 'version' | 'retracted'>

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
  const replaced = every.filter(({ state }) => state === 'corrected' || state === 'withdrawn')
  const retractedOf = (id: string, inForce: readonly ValueRow[]) => {
    const numbers = replaced.filter(({ report_id }) => report_id === id).map(({ number }) => number)
    const byLine = new Map(
      values
        .filter(({ report_id, number }) => report_id === id && numbers.includes(number))
        .map((value) => [value.position, value]),
    )
    for (const { position } of inForce) byLine.delete(position)
    return [...byLine.values()]
  }
  const released = all.flatMap((report): InForce[] => {
    const version = versions.find(({ report_id }) => report_id === report.id)
    if (!version) return []
    const own = values.filter((one) => one.report_id === report.id && one.number === version.number)
    return [{ report, version, values: own, retracted: retractedOf(report.id, own) }]
  })
  const out = new Set(released.map(({ report }) => report.id))
  const withdrawn = all.flatMap((report): TakenBack[] => {
    const version = every.find(({ report_id, state }) => report_id === report.id && state === 'withdrawn')
    return version && !out.has(report.id) ? [{ report, version, retracted: retractedOf(report.id, []) }] : []
  })
  const notWaiting = new Set([...out, ...withdrawn.map(({ report }) => report.id)])
  return { released, withdrawn, waiting: all.filter(({ id }) => !notWaiting.has(id)) }
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

/** The part of an order's results that a doctor may read, and by which consent. */
type ForDoctor = Released & {
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
  const consent = await lockLiveConsent(tx, order, doctorId, at)
  if (!consent) return null
  const { released, withdrawn, waiting } = found
  const all = [...[...released, ...withdrawn].map(({ report }) => report), ...waiting]
  const testIds = all.map(({ test_id }) => test_id)
  const sensitive = await sensitiveAmong(tx, order, testIds)
  const isTheirs = ({ test_id }: ReportRow) => consent.sensitive || !sensitive.has(test_id)
  return {
    released: released.filter(({ report }) => isTheirs(report)),
    withdrawn: withdrawn.filter(({ report }) => isTheirs(report)),
    waiting: waiting.filter(isTheirs),
    kept: all.filter((report) => !isTheirs(report)).length,
    ...{ sensitive, consentId: consent.id },
  }
}

/** Whether the doctor of an order may read the results of one of its tests now, by the patient's consent. */
export async function mayRead(db: Db, order: OrderRow, testId: number, at: Date): Promise<boolean> {
  const consent = await liveConsent(db, order, at)
  return consent !== null && (consent.sensitive || !(await sensitiveAmong(db, order, [testId])).has(testId))
}

/** Whether an order has results that were released and that its booker may read now: a doctor by the patient's consent. */
export async function hasReadable(db: Db, order: OrderRow, actor: Actor, at: Date): Promise<boolean> {
  if (!order.paid_at || (actor.type !== 'user' && actor.type !== 'doctor')) return false
  const out = await testsOut(db, order.id)
  if (actor.type === 'user' || out.length === 0) return out.length > 0
  const consent = await liveConsent(db, order, at)
  if (!consent || consent.sensitive) return consent !== null
  const testIds = out.map(({ testId }) => testId)
  const sensitive = await sensitiveAmong(db, order, testIds)
  return out.some(({ testId }) => !sensitive.has(testId))
}
