import type { BodyOf, EntryDraft, saveEntryDraft } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { transition } from '../../../infra/state-machine.ts'
import { requireDuty } from '../../labs/index.ts'
import { specimensOf, testsReady } from '../../specimens/index.ts'
import { firstName } from '../pdf/content.ts'
import { linesVersion, type MeasuredLine, measuredLines, requireLines } from '../reports/measured-lines.ts'
import { isAmong, isOfEarlierSample } from '../reports/policy.ts'
import { reportTransitions } from '../reports/report-state-machine.ts'
import { type ByMember, isWorkedOn, type Opened, openReport } from '../reports/reports.ts'
import type { VersionRow } from '../reports/repository.ts'
import * as repository from './repository.ts'

/** How long a result draft is stored after its last change, in milliseconds. */
const typingLife = 7 * 24 * 60 * 60 * 1000
/** The longest draft that is stored for one report, in characters of all its lines together. */
const mostTyped = 20_000

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
  await requireEntry(tx, opened)
  if (typed.reduce((sum, { value }) => sum + value.length, 0) > mostTyped)
    throw new DomainError('invalid', { fields: { typed: 'that is too much to save' } })
  const lines = await measuredLines(tx, opened.order, opened.report, by.at)
  requireLines(lines, typedOn)
  const now = linesVersion(lines)
  const stands = await standing(tx, opened, by.at)
  if ((stands?.version ?? null) !== basedOn || isSavedSince(opened, by, upon))
    throw new DomainError('draft_changed', {
      data: stands ? presentDraft(stands, opened.newest, now, by, true) : null,
    })
  const filled = typed
    .filter(({ value }) => value.trim() !== '')
    .map((one) => ({ ...one, ...namedAmong(lines, one.position) }))
  await repository.putTyping(tx, {
    ...{ reportId: id, typed: filled, linesVersion: now, accountId: by.accountId, at: by.at },
    until: new Date(by.at.getTime() + typingLife),
  })
  const [kept] = await repository.draftOf(tx, [id], by.at)
  if (!kept) throw new Error(`what was typed of report ${id} is not kept`)
  return presentDraft(kept, opened.newest, now, by, true)
}

function namedAmong(lines: readonly MeasuredLine[], position: number) {
  const line = lines.find((one) => one.position === position)
  return line ? { name: line.name, unit: line.unit } : {}
}

async function requireEntry(tx: Tx, { order, report, newest }: Opened): Promise<void> {
  const next = transition(reportTransitions, 'enter', newest?.state ?? 'draft', 'lab')
  if (!next.ok || !isWorkedOn(order) || !isAmong(await testsReady(tx, order.id), report))
    throw new DomainError('wrong_state')
}

/** The current draft. One that was typed for a sample rejected since is deleted. */
async function standing(
  tx: Tx,
  { order, report }: Opened,
  now: Date,
): Promise<repository.DraftRow | undefined> {
  const [stands] = await repository.draftOf(tx, [report.id], now)
  if (!stands || !isOfEarlierSample(await specimensOf(tx, order.id), report, stands.typed_at)) return stands
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
  return await repository.deleteOldTyping(db, clock.now())
}
