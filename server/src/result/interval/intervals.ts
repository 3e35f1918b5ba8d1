import type { LabInterval, MeasuredLine } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { type MemberRow, requireDuty, requireWholeLab } from '../../lab/index.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { ByMember } from '../report/reports.ts'
import { firstName } from '../sheet/content.ts'
import { inOrder, judgeIntervals } from './policy.ts'
import * as repository from './repository.ts'

/** How many lines stand on a page. */
const aPage = 20

/** What a lab measures by holds for all of it: its verifiers and managers set it. Refuses `not_your_duty` to others. */
function requireHand(member: MemberRow): void {
  requireDuty(member, 'verifier', 'manager')
  requireWholeLab(member)
}

/** The lines of a lab's tests that words are found in, a page of them, with the catalogue's intervals and its own. */
export async function linesOfLab(db: Db, member: MemberRow, words: string, page: number) {
  requireHand(member)
  const { lines, found } = await repository.offeredLines(db, member.lab_id, {
    ...{ words, from: (page - 1) * aPage, most: aPage },
  })
  const [own, toConfirm] = await Promise.all([
    repository.intervalsOf(
      db,
      member.lab_id,
      lines.map(({ id }) => id),
    ),
    repository.countUnconfirmed(db, member.lab_id),
  ])
  const presented = lines.map((line) =>
    presentLine(
      line,
      own.filter(({ analyte_id }) => analyte_id === line.id),
    ),
  )
  return { lab: member.name, lines: presented, found, toConfirm }
}

function presentLine(line: repository.OfferedLine, own: readonly repository.IntervalRow[]): MeasuredLine {
  const [any] = own
  return {
    ...{ id: line.id, test: line.test, name: line.name, unit: line.unit },
    catalogue: {
      male: { low: line.male_low, high: line.male_high },
      female: { low: line.female_low, high: line.female_high },
      ...{ criticalLow: line.critical_low, criticalHigh: line.critical_high },
      toBeConfirmed: line.to_be_confirmed,
    },
    own: inOrder(own.map(repository.intervalOf)),
    set: any ? { by: firstName(any.set_name), at: any.set_at.toISOString() } : null,
  }
}

type Wished = {
  readonly own: readonly LabInterval[]
  readonly seen: string | null
  /** The unit that the line was shown in. */
  readonly unit?: string | null | undefined
}

/**
 * Makes a lab's own intervals of a line just these, for values that are entered from now on. What stands there already is
 * no change. Refuses `not_your_duty`, `not_found` for a line of no test that the lab offers, `intervals_changed` where
 * somebody was faster, `lines_changed` where it was shown in another unit, and as `invalid`, by its number, an interval that cannot be.
 */
export async function setIntervals(tx: Tx, by: ByMember, analyteId: number, wished: Wished): Promise<void> {
  requireHand(by.member)
  const wrong = judgeIntervals(wished.own)
  if (Object.keys(wrong).length > 0) throw new DomainError('invalid', { fields: wrong })
  const labId = by.member.lab_id
  const line = await repository.lockLine(tx, labId, analyteId)
  if (!line) throw new DomainError('not_found')
  if (wished.unit !== undefined && wished.unit !== line.unit) throw new DomainError('lines_changed')
  const stands = await repository.intervalsOf(tx, labId, [analyteId])
  const own = inOrder(wished.own)
  if (JSON.stringify(inOrder(stands.map(repository.intervalOf))) === JSON.stringify(own.map(tidy))) return
  if ((stands[0]?.set_at.toISOString() ?? null) !== wished.seen) throw new DomainError('intervals_changed')
  await repository.replaceIntervals(tx, { labId, analyteId, accountId: by.accountId, at: by.at }, own)
}

/** With its parts in one order, so that two that say the same look the same. */
function tidy({ sex, from, to, low, high, criticalLow, criticalHigh }: LabInterval): LabInterval {
  return {
    ...{ sex, from: { amount: from.amount, unit: from.unit } },
    ...{ to: to && { amount: to.amount, unit: to.unit }, low, high, criticalLow, criticalHigh },
  }
}
