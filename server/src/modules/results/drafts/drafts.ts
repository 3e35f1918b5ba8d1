import { type BodyOf, type EntryDraft, longestText, type saveEntryDraft } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { requireDuty } from '../../labs/index.ts'
import { specimensOf } from '../../specimens/index.ts'
import type { ByMember } from '../by-member.ts'
import { firstName } from '../pdf/content.ts'
import { linesVersion, measuredLines, requireLines } from '../reports/measured-lines.ts'
import { isOfEarlierSample } from '../reports/policy.ts'
import { type Opened, openReport, requireEnterable } from '../reports/reports.ts'
import type { VersionRow } from '../reports/repository.ts'
import * as repository from './repository.ts'

/** How long a result draft is stored after its last change, in milliseconds. */
const draftLife = 7 * 24 * 60 * 60 * 1000
/** The longest draft that is stored for one report, in characters of all its lines together: five or six of the longest texts. */
const longestDraft = 6 * longestText

type Saved = BodyOf<typeof saveEntryDraft>

/**
 * Stores what a scientist types of a report, so that it survives a reload, another computer and the end of a session. It is
 * not a result. Stores nothing and throws DomainError `draft_changed`, with the current draft, if another person has typed
 * since the version that was seen, or the same scientist has entered it as values. Throws `not_your_duty`, `not_found`,
 * `wrong_state` and `lines_changed` as entering does, and `invalid` if it is too long.
 */
export async function saveDraft(
  tx: Tx,
  by: ByMember,
  id: string,
  { typed, basedOn, upon, linesVersion: typedOn }: Saved,
): Promise<EntryDraft> {
  requireDuty(by.member, 'scientist')
  const opened = await openReport(tx, by.member, id)
  await requireEnterable(tx, opened)
  if (typed.reduce((sum, { value, comment = '' }) => sum + value.length + comment.length, 0) > longestDraft)
    throw new DomainError('invalid', { fields: { typed: 'that is too much to save' } })
  const lines = await measuredLines(tx, opened.order, opened.report, by.at)
  requireLines(lines, typedOn)
  const now = linesVersion(lines)
  const current = await currentDraft(tx, opened, by.at)
  if ((current?.version ?? null) !== basedOn || isSavedSince(opened, by, upon))
    throw new DomainError('draft_changed', {
      data: current ? presentDraft(current, opened.newest, now, by, true) : null,
    })
  const filled = typed
    .filter(({ value, comment = '' }) => value.trim() !== '' || comment.trim() !== '')
    .map((one) => {
      const line = lines.find(({ position }) => position === one.position)
      return line ? { ...one, name: line.name, unit: line.unit } : one
    })
  await repository.putDraft(tx, {
    ...{ report_id: id, typed: filled, lines_version: now, typed_by: by.accountId, typed_at: by.at },
    expires_at: new Date(by.at.getTime() + draftLife),
  })
  const [stored] = await repository.draftsOf(tx, [id], by.at)
  if (!stored) throw new Error(`the result draft of report ${id} was not stored`)
  return presentDraft(stored, opened.newest, now, by, true)
}

/** The current draft. One that was typed for a sample rejected since is deleted. */
async function currentDraft(
  tx: Tx,
  { order, report }: Opened,
  now: Date,
): Promise<repository.DraftRow | undefined> {
  const [draft] = await repository.draftsOf(tx, [report.id], now)
  if (!draft || !isOfEarlierSample(await specimensOf(tx, order.id), report, draft.typed_at)) return draft
  await repository.deleteDraft(tx, report.id)
  return undefined
}

/** Whether the scientist has entered the values meanwhile: a save still on its way must not restore the draft. */
function isSavedSince({ newest }: Opened, by: ByMember, upon: string | null): boolean {
  return newest?.entered_by === by.accountId && newest.entered_at.toISOString() !== upon
}

/** Deletes a draft if it has this version. Throws DomainError `not_your_duty` and `not_found`. */
export async function discardDraft(tx: Tx, by: ByMember, id: string, version: string): Promise<void> {
  requireDuty(by.member, 'scientist')
  await openReport(tx, by.member, id)
  await repository.deleteSeenDraft(tx, id, { version, accountId: null })
}

/** A draft as a lab staff member sees it: only those who enter values see the text. */
export function presentDraft(
  row: repository.DraftRow,
  newest: Pick<VersionRow, 'entered_at'> | undefined,
  /** The version of the current lines. */
  lines: string,
  by: Pick<ByMember, 'accountId'>,
  enters: boolean,
): EntryDraft {
  return {
    ...{ version: row.version, by: firstName(row.typed_name), mine: row.typed_by === by.accountId },
    at: row.typed_at.toISOString(),
    stale: newest !== undefined && newest.entered_at > row.typed_at,
    onOtherLines: row.lines_version !== null && row.lines_version !== lines,
    typed: enters ? row.typed : [],
  }
}

/** Deletes drafts that were not changed for a week. A scheduled job of the worker runs this every hour. */
export async function deleteOldResultDrafts(db: Db, clock: Clock): Promise<number> {
  return await repository.deleteExpiredDrafts(db, clock.now())
}
