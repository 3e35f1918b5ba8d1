import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { liveConsent, lockLiveConsent, shareLockAnswers } from '../consents/index.ts'
import { type OrderRow, shareLockOrder } from '../orders/index.ts'
import {
  type DescribedValueRow,
  describedValuesOf,
  isWorkedOn,
  type Replaced,
  type ReportRow,
  replacedBy,
  reportsOf,
  sensitiveAmong,
  testsOut,
  type ValueRow,
  type VersionRow,
  versionsOf,
} from '../results/index.ts'
import { openedReports } from './break-glass/repository.ts'

/** A report as its patient reads it, in the released version. */
export type InForce = {
  readonly report: ReportRow
  readonly version: VersionRow
  readonly values: readonly DescribedValueRow[]
  /** Values of earlier released versions on lines that this version leaves empty: they no longer hold. */
  readonly retracted: readonly ValueRow[]
  /** What earlier versions said that it does not, the oldest first; without versions that the reader could not read. */
  readonly replaced: readonly Replaced[]
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
  const values = await describedValuesOf(db, ids)
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
    const replaced = replacedBy(
      version,
      every.filter(({ report_id }) => report_id === report.id),
      values,
    )
    return [{ report, version, values: own, retracted: retractedOf(report.id, own), replaced }]
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

/** What a doctor reads a report by: the patient's consent, or break-glass. */
export type Ground = { readonly consent_id: string } | { readonly break_glass_id: number }

/** The reports of an order, and by what its doctor may read each now. */
type Grounds = Released & {
  readonly groundOf: (report: Pick<ReportRow, 'id' | 'test_id'>) => Ground | null
  readonly openedUntil: (report: Pick<ReportRow, 'id'>) => Date | null
  /** The sensitive tests among them. */
  readonly sensitive: ReadonlyMap<number, string>
  readonly consentId: string | null
}

/**
 * By what the doctor who booked an order may read each of its reports now: by the patient's consent, without sensitive
 * tests unless it includes them; else by break-glass. The answers of the doctor's patients, the order, and the
 * consent if there is one, are locked until the transaction ends, so that a withdrawal or a refusal waits.
 */
export async function shareLockGrounds(
  tx: Tx,
  order: OrderRow,
  doctorId: number,
  at: Date,
): Promise<Grounds> {
  // Locks answers, then the order, then the consent, as all code does, so that two transactions never deadlock.
  await shareLockAnswers(tx, doctorId)
  const found = await shareLockReleased(tx, order)
  const consent = await lockLiveConsent(tx, order, doctorId, at)
  // Read after the lock: a refusal ends break-glass, too.
  const opened = await openedReports(tx, order.id, doctorId, at)
  const all = allOf(found)
  const testIds = all.map(({ test_id }) => test_id)
  const sensitive = await sensitiveAmong(tx, order, testIds)
  const isByConsent = ({ test_id }: Pick<ReportRow, 'test_id'>) =>
    consent !== null && (consent.sensitive || !sensitive.has(test_id))
  return {
    ...found,
    // An opening reaches no version before the one that it opened.
    released: found.released.map((one) => {
      const from = isByConsent(one.report) ? 0 : (opened.get(one.report.id)?.number ?? 0)
      return { ...one, replaced: one.replaced.filter(({ version }) => version.number >= from) }
    }),
    groundOf: (report) => {
      if (consent && isByConsent(report)) return { consent_id: consent.id }
      const opening = opened.get(report.id)
      return opening ? { break_glass_id: opening.id } : null
    },
    openedUntil: ({ id }) => opened.get(id)?.until ?? null,
    ...{ sensitive, consentId: consent?.id ?? null },
  }
}

function allOf({ released, withdrawn, waiting }: Released): readonly ReportRow[] {
  return [...[...released, ...withdrawn].map(({ report }) => report), ...waiting]
}

/** The part of an order's results that a doctor may read. */
export type ForDoctor = Released & {
  /** How many reports are withheld. Counts reports in any state, so that the number reveals nothing about findings. */
  readonly kept: number
  /** The sensitive tests among them. */
  readonly sensitive: ReadonlyMap<number, string>
  /** By what the doctor reads each released report, by its id. */
  readonly grounds: ReadonlyMap<string, Ground>
  /** Until when the last of them is open by break-glass; null if all are read by consent. */
  readonly openUntil: Date | null
}

/**
 * The results that the doctor who booked an order may read now, by the patient's consent or by break-glass, locked as above.
 * Returns null if there is neither.
 */
export async function shareLockForDoctor(
  tx: Tx,
  order: OrderRow,
  doctorId: number,
  at: Date,
): Promise<ForDoctor | null> {
  const { groundOf, openedUntil, consentId, sensitive, ...found } = await shareLockGrounds(
    tx,
    order,
    doctorId,
    at,
  )
  const theirs = partOf(found, (report) => groundOf(report) !== null)
  const grounds = new Map(
    allOf(theirs).flatMap((report) => {
      const ground = groundOf(report)
      return ground ? [[report.id, ground] as const] : []
    }),
  )
  if (consentId === null && grounds.size === 0) return null
  const ends = allOf(theirs).flatMap((report) => {
    const ground = groundOf(report)
    return ground && 'break_glass_id' in ground ? (openedUntil(report)?.getTime() ?? []) : []
  })
  return {
    ...theirs,
    kept: allOf(found).length - allOf(theirs).length,
    openUntil: ends.length > 0 ? new Date(Math.max(...ends)) : null,
    ...{ sensitive, grounds },
  }
}

/** As above by the patient's consent alone, for what leaves the product: break-glass is for reading here. */
export async function shareLockByConsent(
  tx: Tx,
  order: OrderRow,
  doctorId: number,
  at: Date,
): Promise<(Released & { readonly consentId: string }) | null> {
  const { groundOf, consentId, ...found } = await shareLockGrounds(tx, order, doctorId, at)
  if (consentId === null) return null
  const isTheirs = (report: ReportRow) => {
    const ground = groundOf(report)
    return ground !== null && 'consent_id' in ground
  }
  return { ...partOf(found, isTheirs), consentId }
}

function partOf(
  { released, withdrawn, waiting }: Released,
  isTheirs: (report: ReportRow) => boolean,
): Released {
  return {
    released: released.filter(({ report }) => isTheirs(report)),
    withdrawn: withdrawn.filter(({ report }) => isTheirs(report)),
    waiting: waiting.filter(isTheirs),
  }
}

/** Whether the doctor of an order may read one of its reports now, by the patient's consent or by break-glass. */
export async function mayRead(
  db: Db,
  order: OrderRow,
  report: Pick<ReportRow, 'id' | 'test_id'>,
  at: Date,
): Promise<boolean> {
  const consent = await liveConsent(db, order, at)
  if (consent?.sensitive) return true
  if (consent && !(await sensitiveAmong(db, order, [report.test_id])).has(report.test_id)) return true
  return (await openedReports(db, order.id, order.account_id, at)).has(report.id)
}

/**
 * Whether an order has results that were released and that its booker may read now: a doctor by the patient's consent or by
 * break-glass.
 */
export async function hasReadable(db: Db, order: OrderRow, actor: Actor, at: Date): Promise<boolean> {
  if (!order.paid_at || (actor.type !== 'user' && actor.type !== 'doctor')) return false
  const out = await testsOut(db, order.id)
  if (actor.type === 'user' || out.length === 0) return out.length > 0
  const consent = await liveConsent(db, order, at)
  if (consent?.sensitive) return true
  const testIds = out.map(({ testId }) => testId)
  const sensitive = consent && (await sensitiveAmong(db, order, testIds))
  if (sensitive && out.some(({ testId }) => !sensitive.has(testId))) return true
  return (await openedReports(db, order.id, actor.accountId, at)).size > 0
}
