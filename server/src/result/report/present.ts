import type {
  AnalyteLine,
  LabReport,
  ReportAct,
  ReportAttachment,
  ReportVersion,
  ResultValue,
} from '@labalaba/contract'
import type { OrderRow } from '../../booking/index.ts'
import type { MemberRow } from '../../lab/index.ts'
import type { AnalyteRow } from '../analyte/rows.ts'
import { firstName } from '../sheet/content.ts'
import type { TypingRow } from '../typing/rows.ts'
import { presentTyping } from '../typing/typing.ts'
import { isWorkedOn } from './reports.ts'
import type { LastValue, ReportRow, ValueRow, VersionRow } from './rows.ts'
import { intervalFor, mayWithdraw } from './rules.ts'

/** A value as both the lab and the patient read it. */
export function presentValue(value: ValueRow): ResultValue {
  const { position, name, kind, unit, low, high, flag } = value
  return { position, name, kind, value: value.value, unit, low, high, flag }
}

/** A line to fill in, for a patient of this sex. */
export function presentAnalyte(
  analyte: AnalyteRow,
  sex: 'Male' | 'Female',
  last: LastValue | undefined,
): AnalyteLine {
  const { position, name, kind, unit, choices, expected } = analyte
  return {
    ...{ position, name, kind, unit, choices, expected, ...intervalFor(analyte, sex) },
    ...{ criticalLow: analyte.critical_low, criticalHigh: analyte.critical_high },
    toBeConfirmed: analyte.to_be_confirmed,
    last: last ? { value: last.value, unit: last.unit, at: last.at.toISOString() } : null,
  }
}

export type ReportFacts = {
  readonly order: OrderRow
  readonly report: ReportRow
  readonly sensitive: string | null
  readonly ready: boolean
  readonly analytes: readonly AnalyteLine[]
  readonly versions: readonly VersionRow[]
  readonly values: readonly ValueRow[]
  /** What is typed of it and not saved. */
  readonly typing: TypingRow | undefined
}

/** A report with its history, and what whoever looks may do with it. */
export function presentReport(facts: ReportFacts, member: MemberRow, accountId: number): LabReport {
  const { report, sensitive, ready, analytes, versions, values, typing } = facts
  const may = actsFor(facts, member, accountId)
  const [newest] = versions
  return {
    ...{ id: report.id, test: report.test_name, sensitive, ready, analytes: [...analytes] },
    partOf: report.line_name === report.test_name ? null : report.line_name,
    versions: versions.map((version) =>
      presentVersion(
        version,
        values.filter(({ number }) => number === version.number),
      ),
    ),
    draft:
      typing && newest?.state !== 'released'
        ? presentTyping(typing, newest, { accountId }, may.includes('enter'))
        : null,
    may,
  }
}

function presentVersion(version: VersionRow, values: readonly ValueRow[]): ReportVersion {
  return {
    ...{ number: version.number, state: version.state, correction: version.correction },
    enteredBy: version.system_name ?? firstName(version.entered_name),
    filledBy: version.system_name,
    enteredAt: version.entered_at.toISOString(),
    verifiedBy: version.verified_name === null ? null : firstName(version.verified_name),
    verifiedAt: version.verified_at?.toISOString() ?? null,
    releasedAt: version.released_at?.toISOString() ?? null,
    values: values.map(presentValue),
    attachment: presentAttachment(version),
    withdrawal: withdrawalOf(version),
  }
}

/** The PDF of the lab's own that belongs to a version, as both the lab and the patient are told of it. */
export function presentAttachment({
  attachment_hash: hash,
  attachment_size: size,
  attachment_pages: pages,
}: VersionRow): ReportAttachment | null {
  return hash && size && pages ? { hash: hash.toString('hex'), size, pages } : null
}

function withdrawalOf({
  withdrawn_name: by,
  withdrawn_at: at,
  withdrawn_because: because,
  withdrawn_note: note,
}: VersionRow): ReportVersion['withdrawal'] {
  return at && because && note ? { by: firstName(by ?? ''), at: at.toISOString(), because, note } : null
}

function actsFor(
  { order, ready, versions, values }: ReportFacts,
  { duties }: MemberRow,
  accountId: number,
): ReportAct[] {
  if (!isWorkedOn(order)) return []
  const [newest] = versions
  const state = newest?.state ?? 'draft'
  const isFilled = Boolean(newest?.attachment_hash) || values.some(({ number }) => number === newest?.number)
  const verifies = duties.includes('verifier')
  const isOut = versions.some(({ state: was }) => was === 'released')
  const isChecked = newest?.filled_by_system === null
  return [
    ...(state === 'draft' && ready && duties.includes('scientist') ? (['enter'] as const) : []),
    ...(state === 'draft' && ready && isFilled && verifies && isChecked && newest?.entered_by !== accountId
      ? (['verify'] as const)
      : []),
    ...(state === 'verified' && ready && isFilled && verifies ? (['release'] as const) : []),
    ...(state === 'verified' && verifies ? (['send_back'] as const) : []),
    ...((state === 'released' || state === 'withdrawn') && verifies ? (['correct'] as const) : []),
    ...(isOut && mayWithdraw(duties) ? (['withdraw'] as const) : []),
  ]
}
