import { flagOf, readValue } from '@labalaba/contract'
import { linesOf, lockOrder, type OrderRow, orderById } from '../../booking/index.ts'
import { testsSold } from '../../catalogue/index.ts'
import { specimensOf, testsReady } from '../../collection/index.ts'
import type { Db, Tx } from '../../db.ts'
import { type MemberRow, requireDuty, worksAt } from '../../lab/index.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { transition } from '../../platform/state-machine.ts'
import { describePlainly, holdLines } from '../analyte/repository.ts'
import { dropAttachment, keepAttachment } from '../attachment/repository.ts'
import { deleteSeenTyping } from '../typing/repository.ts'
import { type MeasuredLine, measuredLines, requireLines } from './measured-lines.ts'
import { isAmong, isOfEarlierSample } from './policy.ts'
import { reportTransitions } from './report-state-machine.ts'
import * as repository from './repository.ts'

/** Who of a lab does something, and when. */
export type ByMember = { readonly member: MemberRow; readonly accountId: number; readonly at: Date }

/** A report with its order, whose lock the caller holds from here on, and its newest version. */
export type Opened = {
  readonly order: OrderRow
  readonly report: repository.ReportRow
  readonly newest: repository.VersionRow | undefined
}

/** Begins a report for each test of an order, where there is none yet. Asking again changes nothing. */
export async function beginReports(tx: Tx, order: Pick<OrderRow, 'id'>): Promise<repository.ReportRow[]> {
  const sold = await testsSold(tx, await linesOf(tx, order.id))
  await describePlainly(
    tx,
    sold.map(({ testId }) => testId),
  )
  await repository.insertReports(tx, order.id, sold)
  return await repository.reportsOf(tx, order.id)
}

/** Locks the order of a report, then reads it. To who does not work there it is `not_found`. */
export async function openReport(tx: Tx, member: MemberRow, id: string): Promise<Opened> {
  const report = await repository.reportById(tx, id)
  if (!report) throw new DomainError('not_found')
  const order = await lockOrder(tx, report.order_id)
  if (!worksAt(member, order)) throw new DomainError('not_found')
  const [newest] = await repository.versionsOf(tx, [id])
  return { order, report, newest }
}

/** Refuses `not_found` and `wrong_state` as entering would do now; whoever enters is asked again under the lock. */
export async function toWorkOn(db: Db, member: MemberRow, id: string): Promise<void> {
  const report = await repository.reportById(db, id)
  const order = report && (await orderById(db, report.order_id))
  if (!order || !worksAt(member, order)) throw new DomainError('not_found')
  const [newest] = await repository.versionsOf(db, [id])
  const ruling = transition(reportTransitions, 'enter', newest?.state ?? 'draft', 'lab')
  if (!ruling.ok || !isWorkedOn(order) || !isAmong(await testsReady(db, order.id), report))
    throw new DomainError('wrong_state')
}

/**
 * Whether results of an order can be worked on, each as soon as its own sample is in the lab: the order is paid and goes
 * on. What is wanting of it may still be on its way, or has to be taken again.
 */
export function isWorkedOn({ state }: Pick<OrderRow, 'state'>): boolean {
  return workedOn.some((one) => one === state)
}
const workedOn = ['scheduled', 'sample_collected', 'lab_processing', 'results_ready'] as const

export type Typed = { readonly position: number; readonly value: string }
type Entered = {
  readonly values: readonly Typed[]
  readonly basedOn: string | null
  /** The version of what was kept while it was typed. */
  readonly typed?: string | null | undefined
  /** The lines that they were typed on, where whoever typed was shown them. */
  readonly linesVersion?: string | undefined
}

/**
 * Makes the values of a report's draft just these, each with the interval and limits that it is read by, and begins the
 * draft where there is none. `basedOn` is when the draft was entered that was built on. What was kept while they were
 * typed is gone; what somebody else types meanwhile stays theirs. Refuses `not_your_duty`,
 * `wrong_state`, `result_changed` where somebody was faster, `lines_changed` where they were typed on other lines than count
 * now, and as `invalid` what cannot be such a value.
 */
export async function enterResults(
  tx: Tx,
  by: ByMember,
  id: string,
  { values, basedOn, typed, linesVersion: typedOn }: Entered,
): Promise<void> {
  requireDuty(by.member, 'scientist')
  const opened = await openReport(tx, by.member, id)
  const number = await enterDraft(tx, by, opened, basedOn)
  const { order, report } = opened
  await holdLines(tx, [report.test_id])
  const lines = await measuredLines(tx, order, report, by.at)
  requireLines(lines, typedOn)
  const read = readValues(lines, values)
  await repository.replaceValues(
    tx,
    id,
    number,
    read.map((value) => ({ ...value, report_id: id, number, entered_by: by.accountId })),
  )
  await deleteSeenTyping(tx, id, { version: typed ?? null, accountId: by.accountId })
}

/**
 * Somebody enters something into the draft of a report, which begins where there was none: answers its number. What was
 * entered of a sample that was rejected since is gone first. Refuses `wrong_state`, and `result_changed` where somebody
 * was faster.
 */
export async function enterDraft(
  tx: Tx,
  by: ByMember,
  { order, report, newest }: Opened,
  basedOn: string | null,
): Promise<number> {
  if (!isWorkedOn(order) || !isAmong(await testsReady(tx, order.id), report))
    throw new DomainError('wrong_state')
  const ruling = transition(reportTransitions, 'enter', newest?.state ?? 'draft', 'lab')
  if (!ruling.ok) throw new DomainError('wrong_state')
  if ((newest?.entered_at.toISOString() ?? null) !== basedOn) throw new DomainError('result_changed')
  const version = { report_id: report.id, number: newest?.number ?? 1 }
  const known = {
    entered_by: by.accountId,
    entered_at: laterThan(by.at, newest?.entered_at),
    filled_by_system: null,
  }
  if (!newest) await repository.insertVersion(tx, { ...version, correction: null, ...known })
  else await forgetEarlierSample(tx, order, report, newest)
  const made = { verb: 'enter', from: 'draft', to: ruling.to, actor: 'lab' } as const
  await repository.moveVersion(tx, version, { ...made, ...who(by) }, known)
  return version.number
}

/** Empties a draft of what was entered of a sample that was rejected since. */
export async function forgetEarlierSample(
  tx: Tx,
  order: Pick<OrderRow, 'id'>,
  report: repository.ReportRow,
  { number, entered_at: enteredAt }: Pick<repository.VersionRow, 'number' | 'entered_at'>,
): Promise<void> {
  if (!isOfEarlierSample(await specimensOf(tx, order.id), report, enteredAt)) return
  await repository.replaceValues(tx, report.id, number, [])
  await dropAttachment(tx, report.id, number)
}

/** A draft is known by when it was entered, so that time never stands still. */
export function laterThan(at: Date, before: Date | undefined): Date {
  return before && before >= at ? new Date(before.getTime() + 1) : at
}

/** Refuses `wrong_state` where values are not of the sample that is in the lab now: it is another, or there is none. */
export async function requireSample(
  db: Db,
  { order, report }: Pick<Opened, 'order' | 'report'>,
  { entered_at: enteredAt }: Pick<repository.VersionRow, 'entered_at'>,
): Promise<void> {
  if (!isWorkedOn(order) || !isAmong(await testsReady(db, order.id), report))
    throw new DomainError('wrong_state')
  if (isOfEarlierSample(await specimensOf(db, order.id), report, enteredAt))
    throw new DomainError('wrong_state')
}

/** Each value with what it is measured by, frozen. What is empty is left out. */
export function readValues(lines: readonly MeasuredLine[], typed: readonly Typed[]) {
  const wrong: Record<string, string> = {}
  const filled = typed.filter(({ value }) => value !== '')
  const read = filled.flatMap(({ position, value }) => {
    const line = lines.find((one) => one.position === position)
    const again = filled.filter((one) => one.position === position).length > 1
    const reading = line && !again ? readValue(line, value) : { wrong: 'not expected here' }
    if (line && !('wrong' in reading)) return [frozen(line, reading)]
    wrong[String(position)] = 'wrong' in reading ? reading.wrong : 'not expected here'
    return []
  })
  if (Object.keys(wrong).length > 0) throw new DomainError('invalid', { fields: wrong })
  return read
}

function frozen(line: MeasuredLine, reading: { readonly value: string; readonly amount: number | null }) {
  const { low, high, criticalLow, criticalHigh, basis } = line
  return {
    ...{ position: line.position, analyte_id: line.id, name: line.name, kind: line.kind },
    ...{ ...reading, low, high, basis, ucum: line.ucum, unit: line.unit },
    ...{ critical_low: criticalLow, critical_high: criticalHigh },
    flag: flagOf(line, reading),
  }
}

/**
 * Verifies what others have entered, as it was seen. Again by the same person changes nothing. Refuses `not_your_duty`,
 * `wrong_state`, also where nothing is entered, `result_changed`, `own_entry` to whoever entered any of it, and
 * `not_checked` where a system filled it in and nobody has looked at it since.
 */
export async function verifyReport(tx: Tx, by: ByMember, id: string, seen: string): Promise<void> {
  requireDuty(by.member, 'verifier')
  const opened = await openReport(tx, by.member, id)
  const { newest } = opened
  if (!newest) throw new DomainError('wrong_state')
  await requireSample(tx, opened, newest)
  const isSeen = newest.entered_at.toISOString() === seen
  if (newest.state === 'verified' && newest.verified_by === by.accountId && isSeen) return
  const ruling = transition(reportTransitions, 'verify', newest.state, 'lab')
  if (!ruling.ok) throw new DomainError('wrong_state')
  if (!isSeen) throw new DomainError('result_changed')
  const authors = [newest.entered_by, ...(await repository.authorsOf(tx, id, newest.number))]
  if (authors.includes(by.accountId)) throw new DomainError('own_entry')
  if (newest.filled_by_system !== null) throw new DomainError('not_checked')
  const values = await repository.valuesOf(tx, [id])
  const isFilled = newest.attachment_hash !== null || values.some(({ number }) => number === newest.number)
  if (!isFilled) throw new DomainError('wrong_state')
  await repository.moveVersion(
    tx,
    newest,
    { verb: 'verify', from: newest.state, to: ruling.to, actor: 'lab', ...who(by) },
    { verified_by: by.accountId, verified_at: by.at },
  )
}

/** Makes a verified report that is not out a draft again. Refuses `not_your_duty` and `wrong_state`. */
export async function sendBackReport(tx: Tx, by: ByMember, id: string, reason: string): Promise<void> {
  requireDuty(by.member, 'verifier')
  const { newest } = await openReport(tx, by.member, id)
  const ruling = newest && transition(reportTransitions, 'send_back', newest.state, 'lab')
  if (!newest || !ruling?.ok) throw new DomainError('wrong_state')
  await repository.moveVersion(
    tx,
    newest,
    { verb: 'send_back', from: newest.state, to: ruling.to, actor: 'lab', reason, ...who(by) },
    { verified_by: null, verified_at: null },
  )
}

/**
 * Begins the next version of a released report, with the values and the PDF of the one before, which stands until this one
 * is released; or of a withdrawn one, with nothing, as what it had may be somebody else's. Refuses `not_your_duty`, and
 * `wrong_state` where a correction is under way already.
 */
export async function correctReport(tx: Tx, by: ByMember, id: string, reason: string): Promise<void> {
  requireDuty(by.member, 'verifier')
  const { order, newest } = await openReport(tx, by.member, id)
  if (!isWorkedOn(order) || (newest?.state !== 'released' && newest?.state !== 'withdrawn'))
    throw new DomainError('wrong_state')
  const number = newest.number + 1
  const begun = { entered_by: by.accountId, entered_at: laterThan(by.at, newest.entered_at) }
  await repository.insertVersion(tx, { report_id: id, number, correction: reason, ...begun })
  const made = { verb: 'begin', from: 'draft', to: 'draft', actor: 'lab', reason } as const
  await repository.insertEvent(tx, id, number, { ...made, ...who(by) })
  if (newest.state === 'withdrawn') return
  await keepAttachment(tx, id, number)
  const values = (await repository.valuesOf(tx, [id])).filter((value) => value.number === newest.number)
  await repository.replaceValues(
    tx,
    id,
    number,
    values.map((value) => ({ ...value, number })),
  )
}

export function who({ accountId, at }: ByMember): { accountId: number; at: Date } {
  return { accountId, at }
}
