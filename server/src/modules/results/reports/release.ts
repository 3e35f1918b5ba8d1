import { lagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import type { Files } from '../../../infra/files/store/files.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { openRenderer, type Renderer } from '../../../infra/pdf/renderer.ts'
import { bookingDoctorName } from '../../accounts/index.ts'
import { fastingHoursOf } from '../../catalogue/index.ts'
import { labById, requireDuty } from '../../labs/index.ts'
import { carryOn, clinicalRequestOf, type OrderRow, releaseOrder } from '../../orders/index.ts'
import { releaseEarning } from '../../payments/index.ts'
import { specimensOf } from '../../specimens/index.ts'
import { sensitiveAmong } from '../analytes/repository.ts'
import type { ByMember } from '../by-member.ts'
import { linesWithRules } from '../clinical/follow-up-lines.ts'
import { type Counsel, noteCounselling } from '../counselling/counselling.ts'
import { voidCall } from '../critical-calls/open-call.ts'
import { deleteDraft } from '../drafts/repository.ts'
import { type ReportDocument, reportDocument } from '../pdf/content.ts'
import { insertReportPdf } from '../pdf/repository.ts'
import { measuredReport } from './measured-lines.ts'
import { isAmong } from './policy.ts'
import { type Replaced, replacedBy } from './replaced-values.ts'
import {
  beginNextVersion,
  nextState,
  openReport,
  readReport,
  requireSample,
  transitionVersion,
} from './reports.ts'
import * as repository from './repository.ts'
import { codeOf, hashCode } from './verification-code.ts'
import { requireFollowUps } from './whole-report.ts'

/** Draws report PDFs in worker threads. */
type ReportRenderer = Renderer<ReportDocument>

export function openReportRenderer(): ReportRenderer {
  return openRenderer(new URL('../pdf/drawing.ts', import.meta.url), { atOnce: 1, waiting: 40 })
}

export type ReleaseDependencies = {
  readonly db: Db
  readonly secret: Secret
  readonly publicUrl: string
  readonly files: Files
  readonly renderer: ReportRenderer
}

/**
 * Releases a verified report to the patient, with its PDF, which is drawn now and never again; the release does not depend on
 * the place of files, since the database can hold the PDF for a while. The previous version becomes
 * corrected; with the last report of an order, the order advances. A preliminary version begins the next one at once, with
 * its values, and its order waits for that one. A critical version is notified by itself, in place of
 * the notice of its order. Calling it again has no effect. Throws DomainError `not_your_duty`, `wrong_state`,
 * `result_changed`, `values_missing` if a final version lacks a line that its findings need now, or has an HIV status that does
 * not follow from its tests, and `counselling_needed` for a report that needs counselling if no one talks to the patient about
 * it, there is no note, or it is left to a doctor who may not read it.
 */
export async function releaseReport(
  deps: ReleaseDependencies,
  by: ByMember,
  id: string,
  counsel: Counsel,
): Promise<void> {
  requireDuty(by.member, 'verifier')
  const { counselledBy } = counsel
  const drawn = await drawReportOf(deps, by, id, counselledBy)
  await deps.db.transaction().execute(async (tx) => {
    const opened = await openReport(tx, by.member, id)
    const { order, report, newest, before } = opened
    // A preliminary version that was released is followed at once by a draft.
    if (newest?.state === 'released' || newest?.is_untouched) return
    if (!newest || !drawn) throw new DomainError('wrong_state')
    await requireSample(tx, opened, newest)
    nextState('release', newest.state)
    if (!isSame(newest, drawn.version) || before?.state !== drawn.before?.state)
      throw new DomainError('result_changed')
    // It may have been verified before the catalogue had these lines.
    if (!newest.preliminary && linesWithRules(report.test_code).length > 0)
      requireFollowUps(await measuredReport(tx, order, report, by.at), drawn.values)
    await noteCounselling(tx, by, opened, counsel)
    const code = codeOf(deps.secret, id, newest.number)
    await insertReportPdf(tx, {
      reportId: id,
      number: newest.number,
      file: drawn.file,
      codeHash: hashCode(code),
    })
    const replaces = await supersede(tx, by, report, newest)
    const released = { released_by: by.accountId, released_at: by.at, counselled_by: counselledBy }
    await transitionVersion(tx, by, newest, 'release', released)
    const isAnnounced = replaces === 'corrects' || replaces === 'adds'
    if (isAnnounced) await publish(tx, 'report.corrected', { reportId: id, number: newest.number })
    if (newest.preliminary)
      await beginNextVersion(
        tx,
        by,
        { ...newest, state: 'released' },
        { reason: completion, enteredAt: by.at },
      )
    await deleteDraft(tx, id)
    // What the version before has reported already needs no other call.
    const isKnown =
      (replaces === 'completes' || replaces === 'adds') &&
      (await repository.criticalsAreKnown(tx, id, newest.number))
    const isCritical = !isKnown && (await repository.criticalTierOf(tx, id, newest.number)) !== null
    const isWhole = await finish(tx, order, by, !isCritical)
    // A result that does not complete its order has a notice at once, but only the first result of a day.
    const partKey = isAnnounced || isWhole ? null : `part-ready:${order.id}:${lagosDate(by.at)}`
    if (isCritical)
      await publish(tx, 'report.critical', { reportId: id, number: newest.number, isWhole, partKey })
    else if (partKey) await publish(tx, 'order.part_ready', { orderId: order.id, noticeKey: partKey })
  })
}

const isSame = (one: repository.VersionRow, other: repository.VersionRow) =>
  one.number === other.number &&
  one.verified_at?.getTime() === other.verified_at?.getTime() &&
  one.after_preliminary === other.after_preliminary &&
  one.adds_only === other.adds_only &&
  one.entered_at.getTime() === other.entered_at.getTime()

/** Why a version follows a preliminary one, in the lab's history. Readers get the words of `correctionWords`. */
const completion = 'The preliminary report is completed'

/**
 * Marks the previous version, if there is one, as corrected, also if this one only adds to it; its open critical call becomes void, as it is no longer in force.
 * Returns whether this version corrects it, adds to it or completes it; null if there was none.
 */
async function supersede(
  tx: Tx,
  by: ByMember,
  report: repository.ReportRow,
  { number, after_preliminary: did, adds_only: addsOnly }: repository.VersionRow,
): Promise<'corrects' | 'adds' | 'completes' | null> {
  const before = (await repository.versionsOf(tx, [report.id])).find((one) => one.number === number - 1)
  if (!before) return null
  // A withdrawn version stays withdrawn.
  if (before.state === 'withdrawn') return 'corrects'
  await transitionVersion(tx, by, before, 'correct')
  await voidCall(tx, before, by.at)
  if (did === 'completed') return 'completes'
  return addsOnly ? 'adds' : 'corrects'
}

/**
 * With the last report of an order, advances the order and releases the doctor's earning. `isAnnounced`: also
 * publishes that the results of the order are ready. Returns whether it was the last.
 */
async function finish(tx: Tx, order: OrderRow, by: ByMember, isAnnounced: boolean): Promise<boolean> {
  if (order.state !== 'lab_processing' || !(await repository.areAllOut(tx, order.id))) return false
  await releaseOrder(tx, order, { actor: 'lab', accountId: by.accountId, at: by.at })
  await releaseEarning(tx, order, by.at)
  if (isAnnounced) await publish(tx, 'order.results_ready', { orderId: order.id })
  return true
}

/**
 * Advances an order whose results are all released, after its outstanding specimens were cancelled, and releases the doctor's
 * earning. Has no effect while a result is still to come.
 */
export async function finishOrder(tx: Tx, order: OrderRow, at: Date): Promise<void> {
  const isOut = order.state === 'lab_processing' && (await repository.testsOut(tx, order.id)).length > 0
  if (!isOut || !(await repository.areAllOut(tx, order.id))) return
  await carryOn(tx, order, 'release', at)
  await releaseEarning(tx, order, at)
  await publish(tx, 'order.results_ready', { orderId: order.id })
}

/** Draws and stores the PDF of the verified version, before any lock is taken. Returns null if there is no verified version. */
async function drawReportOf(
  { db, secret, publicUrl, files, renderer }: ReleaseDependencies,
  by: ByMember,
  id: string,
  counselledBy: Counsel['counselledBy'],
) {
  const { order, report, newest: version, before } = await readReport(db, by.member, id)
  if (version?.state !== 'verified') return null
  const [versions, values, lab, specimens, doctor, request, sensitive, fastingHours] = await Promise.all([
    repository.versionsOf(db, [id]),
    repository.valuesOf(db, [id]),
    labById(db, order.lab_id),
    specimensOf(db, order.id),
    bookingDoctorName(db, order.account_id),
    clinicalRequestOf(db, order.id),
    sensitiveAmong(db, order, [report.test_id]),
    fastingHoursOf(db, report.test_id),
  ])
  if (!lab) throw new Error(`the lab of order ${order.id} is gone`)
  const own = values.filter(({ number }) => number === version.number)
  const replaced = replacedBy(version, versions, values).map((earlier) => ({
    ...earlier,
    code: codeOf(secret, id, earlier.version.number),
  }))
  const content = reportDocument({
    ...{ order, report, version, lab, counselledBy, publicUrl },
    values: own,
    replaced: sensitive.size > 0 ? withoutValues(replaced, version) : replaced,
    samples: specimens.filter(({ state, tests }) => state === 'received' && isAmong(tests, report)),
    doctor,
    fastedHours: fastingHours > 0 ? (request?.fasted_hours ?? null) : null,
    statedBirth: request?.born_on ? { on: request.born_on, isAbout: request.is_born_about } : null,
    releasedAt: by.at,
    code: codeOf(secret, id, version.number),
  })
  const file = await files.storeOrHold(await renderer.render(content), 'application/pdf', by.at)
  return { version, before, values: own, file }
}

/**
 * The version before a correction by its date and code alone. The patient may hand on a corrected HIV report: its paper does
 * not say what was wrong before.
 */
function withoutValues<Earlier extends Replaced>(
  replaced: readonly Earlier[],
  { number }: Pick<repository.VersionRow, 'number'>,
): Earlier[] {
  return replaced
    .filter(({ version }) => version.number === number - 1)
    .map((earlier) => ({ ...earlier, values: [] }))
}
