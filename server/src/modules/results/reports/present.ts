import {
  type AnalyteLine,
  type Counselling,
  type CriticalCall,
  type ExpectedResistance,
  isolatesOf,
  type LabReport,
  type LabValue,
  pregnancyLoinc,
  type ReportAct,
  type ReportAttachment,
  type ReportVersion,
  type ResultValue,
  type ResultWarning,
  type WarningLimit,
} from '@labalaba/contract'
import type { MemberRow } from '../../labs/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import { warningsOf } from '../clinical/warnings.ts'
import { type ConfirmationRow, isConfirmationOf } from '../confirmations/repository.ts'
import type { CounsellingRow, DoctorNote } from '../counselling/repository.ts'
import { acceptsLateReach, mayCall } from '../critical-calls/policy.ts'
import { presentDraft } from '../drafts/drafts.ts'
import type { DraftRow } from '../drafts/repository.ts'
import { firstName } from '../pdf/content.ts'
import type { LastValue } from './last-values-repository.ts'
import type { MeasuredLine } from './measured-lines.ts'
import { correctionWords, isPregnancyAnswered, mayBePreliminary, mayWithdraw, shownValue } from './policy.ts'
import { isWorkedOn } from './reports.ts'
import type { Author, ReportRow, ValueRow, VersionRow } from './repository.ts'

export function presentValue(value: ValueRow): ResultValue {
  const { position, name, kind, unit, low, high, basis, flag, critical_tier: tier, comment, method } = value
  return {
    ...{ position, name, kind, value: shownValue(value), notMeasured: value.not_measured },
    isolates: value.structure === 'isolates' ? isolatesOf(value.value ?? '') : null,
    ...{ unit, low, high, basis, flag, tier, comment, method },
  }
}

function presentLabValue(value: ValueRow): LabValue {
  const { sent_value: sent, sent_unit: unit } = value
  return { ...presentValue(value), sent: sent === null || unit === null ? null : { value: sent, unit } }
}

/** A line with the last value of its patient, and the values that should be checked. */
export type WarnedLine = MeasuredLine & {
  readonly last: LastValue | undefined
  readonly warningLimits: readonly WarningLimit[]
  readonly resistances: readonly ExpectedResistance[]
}

/** A line to fill in, with the limits for its patient. */
function presentAnalyte(line: WarnedLine): AnalyteLine {
  const { position, name, kind, unit, choices, expected, needed, calculation, low, high, basis } = line
  const { criticalLow, criticalHigh, criticals, inPregnancy, criticalsInPregnancy, last, warningLimits } =
    line
  return {
    ...{ position, name, kind, structure: line.structure, unit, choices, expected, needed, calculation },
    ...{ low, high, criticalLow, criticalHigh, criticals: [...criticals], basis, inPregnancy },
    criticalsInPregnancy: [...criticalsInPregnancy],
    asksPregnancy: line.loinc === pregnancyLoinc,
    method: line.method,
    ...{ warningLimits: [...warningLimits], resistances: [...line.resistances] },
    last: last ? { value: last.value, unit: last.unit, at: last.at.toISOString() } : null,
  }
}

export type DoctorTalk = DoctorNote & { readonly by: string }

type ReportFacts = {
  readonly order: OrderRow
  readonly report: ReportRow
  readonly sensitive: string | null
  readonly needsCounselling: boolean
  readonly ready: boolean
  /** When its sample was taken; undefined without one. */
  readonly takenAt: Date | undefined
  readonly accessions: readonly string[]
  readonly needsBirthDate: boolean
  readonly doctorMayTalk: boolean
  readonly noted: readonly CounsellingRow[]
  /** The doctor's notes, for any version. */
  readonly talks: readonly DoctorTalk[]
  readonly lines: readonly WarnedLine[]
  readonly linesVersion: string
  /** The names of needed lines that the newest version lacks; empty unless it is an entered draft. */
  readonly missing: readonly string[]
  readonly versions: readonly VersionRow[]
  readonly confirmations: readonly ConfirmationRow[]
  readonly authors: readonly Author[]
  readonly values: readonly ValueRow[]
  /** Its result draft, typed and not yet entered. */
  readonly draft: DraftRow | undefined
  readonly call: CriticalCall | null
}

/** A report with its history, and what this staff member may do with it. */
export function presentReport(facts: ReportFacts, member: MemberRow, accountId: number): LabReport {
  const {
    report,
    sensitive,
    needsCounselling,
    ready,
    doctorMayTalk,
    lines,
    versions,
    values,
    noted,
    talks,
    draft,
  } = facts
  const { linesVersion, missing } = facts
  const may = actsFor(facts, member, accountId)
  const [newest] = versions
  return {
    ...{ id: report.id, test: report.test_name, sensitive, needsCounselling, ready },
    takenAt: facts.takenAt?.toISOString() ?? null,
    accessions: [...facts.accessions],
    needsBirthDate: facts.needsBirthDate,
    ...{ analytes: lines.map(presentAnalyte), linesVersion, missing: [...missing] },
    ...{ doctorMayTalk, doctorTalked: presentTalk(talks.find(({ number }) => number === nextOf(newest))) },
    ...{ partOf: report.line_name === report.test_name ? null : report.line_name },
    versions: versions.map((version) =>
      presentVersion(
        version,
        values.filter(({ number }) => number === version.number),
        version === newest ? warningsOfNewest(facts) : [],
        facts.confirmations.filter((one) => isConfirmationOf(version, one)),
        noted.find(({ number }) => number === version.number),
        talks.find(({ number }) => number === version.number),
      ),
    ),
    call: facts.call,
    draft:
      draft && newest?.state !== 'released'
        ? presentDraft(draft, newest, linesVersion, { accountId }, may.includes('enter'))
        : null,
    may,
  }
}

/** What to check about the values of the newest version; nothing once it is released. */
function warningsOfNewest({ versions: [newest], values, lines }: ReportFacts): ResultWarning[] {
  if (newest?.state !== 'draft' && newest?.state !== 'verified') return []
  return warningsOf(
    lines,
    values.filter(({ number }) => number === newest.number),
  )
}

/** The number of the version that will be released next. */
function nextOf(newest: VersionRow | undefined): number {
  if (!newest) return 1
  return newest.state === 'draft' || newest.state === 'verified' ? newest.number : newest.number + 1
}

function presentTalk(talk: DoctorTalk | undefined): Counselling | null {
  return talk ? { talks: 'doctor', by: talk.by, at: talk.noted_at.toISOString(), note: talk.note } : null
}

function presentVersion(
  version: VersionRow,
  values: readonly ValueRow[],
  warnings: readonly ResultWarning[],
  confirmations: readonly ConfirmationRow[],
  noted: CounsellingRow | undefined,
  talk: DoctorTalk | undefined,
): ReportVersion {
  return {
    ...{ number: version.number, state: version.state, preliminary: version.preliminary },
    completes: version.after_preliminary === 'completed',
    ...{ correction: correctionWords(version), addsOnly: version.adds_only },
    enteredBy: version.system_name ?? firstName(version.entered_name),
    filledBy: version.system_name,
    enteredAt: version.entered_at.toISOString(),
    verifiedBy: version.verified_name === null ? null : firstName(version.verified_name),
    verifiedAt: version.verified_at?.toISOString() ?? null,
    releasedAt: version.released_at?.toISOString() ?? null,
    counselling: noted
      ? {
          talks: noted.talks,
          by: firstName(noted.noted_name),
          at: noted.noted_at.toISOString(),
          note: noted.note,
        }
      : presentTalk(version.counselled_by === 'doctor' ? talk : undefined),
    values: values.map(presentLabValue),
    warnings: [...warnings],
    confirmations: confirmations.map(({ position, confirmed_name: name, confirmed_at: at, reason }) => ({
      ...{ position, by: firstName(name), at: at.toISOString(), reason },
    })),
    attachment: presentAttachment(version),
    withdrawal: withdrawalOf(version),
  }
}

/** The lab's own PDF of a version, as both the lab and the patient see it. */
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

/** Whether an attempt can be recorded: the call is open, or ended without reaching anyone and its version still holds. */
function isCallable(call: CriticalCall | null, versions: readonly VersionRow[]): boolean {
  if (!call) return false
  if (call.endedAt === null) return true
  const about = versions.find(({ number }) => number === call.number)
  return call.state === 'not_reached' && acceptsLateReach(call.state, about?.state)
}

function actsFor(
  { order, ready, needsCounselling, missing, lines, versions, authors, values, call }: ReportFacts,
  { duties }: MemberRow,
  accountId: number,
): ReportAct[] {
  // The patient is in danger whatever becomes of the order.
  const calls: ReportAct[] = isCallable(call, versions) && mayCall(duties) ? ['log_call'] : []
  if (!isWorkedOn(order)) return calls
  const [newest] = versions
  const state = newest?.state ?? 'draft'
  const own = values.filter(({ number }) => number === newest?.number)
  const isFilled = Boolean(newest?.attachment_hash) || own.length > 0
  const verifies = duties.includes('verifier')
  const isOut = versions.some(({ state: was }) => was === 'released')
  const isChecked = newest?.filled_by_system === null && !newest.is_untouched
  const isAuthor =
    newest?.entered_by === accountId ||
    authors.some((one) => one.number === newest?.number && one.account_id === accountId)
  const isVerifiable = state === 'draft' && ready && isFilled && verifies && isChecked && !isAuthor
  const isAnswered = isPregnancyAnswered(lines, own)
  const isPreliminary = !needsCounselling && isAnswered && mayBePreliminary(newest?.number ?? 1, versions)
  return [
    ...(state === 'draft' && ready && duties.includes('scientist') ? (['enter'] as const) : []),
    ...(isVerifiable && missing.length === 0 ? (['verify'] as const) : []),
    ...(isVerifiable && isPreliminary ? (['verify_preliminary'] as const) : []),
    ...(state === 'verified' && ready && isFilled && verifies ? (['release'] as const) : []),
    ...(state === 'verified' && verifies ? (['send_back'] as const) : []),
    ...((state === 'released' || state === 'withdrawn') && verifies ? (['correct'] as const) : []),
    ...(isOut && mayWithdraw(duties) ? (['withdraw'] as const) : []),
    ...calls,
  ]
}
