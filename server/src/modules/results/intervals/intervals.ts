import { isDeepStrictEqual } from 'node:util'
import type * as contract from '@labalaba/contract'
import type { BodyOf, MeasuredLine } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type MemberRow, requireDuty, requireWholeLab } from '../../labs/index.ts'
import type { ByMember } from '../by-member.ts'
import { firstName } from '../pdf/content.ts'
import { inOrder, judgeIntervals } from './policy.ts'
import * as repository from './repository.ts'

/** How many lines a page has. */
const aPage = 20

/** Intervals apply to the whole lab: its verifiers and managers set them. Throws DomainError `not_your_duty` to others. */
function requireHand(member: MemberRow): void {
  requireDuty(member, 'verifier', 'manager')
  requireWholeLab(member)
}

/** A page of the lines of a lab's tests that contain these words, with the catalogue's intervals and the lab's own. */
export async function linesOfLab(db: Db, member: MemberRow, words: string, page: number) {
  requireHand(member)
  const { lines, found } = await repository.offeredLines(db, member.lab_id, {
    ...{ words, from: (page - 1) * aPage, most: aPage },
  })
  const ids = lines.map(({ id }) => id)
  const [intervals, toConfirm] = await Promise.all([
    repository.intervalsOf(db, member.lab_id, ids),
    repository.countUnconfirmed(db, member.lab_id),
  ])
  const presented = lines.map((line) => {
    const own = intervals.filter(({ analyte_id }) => analyte_id === line.id)
    return presentLine(line, own)
  })
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

/**
 * Replaces a lab's own intervals of a line, for values that are entered from now on. Setting the stored intervals again has
 * no effect. Throws DomainError `not_your_duty`, `not_found` for a line of a test that the lab does not offer,
 * `intervals_changed` if another person was faster, `lines_changed` if another unit was displayed, and `invalid`, by its
 * index, for an impossible interval.
 */
export async function setIntervals(
  tx: Tx,
  by: ByMember,
  analyteId: number,
  wished: BodyOf<typeof contract.setIntervals>,
): Promise<void> {
  requireHand(by.member)
  const wrong = judgeIntervals(wished.own)
  if (Object.keys(wrong).length > 0) throw new DomainError('invalid', { fields: wrong })
  const labId = by.member.lab_id
  const line = await repository.lockLine(tx, labId, analyteId)
  if (!line) throw new DomainError('not_found')
  if (wished.unit !== undefined && wished.unit !== line.unit) throw new DomainError('lines_changed')
  const stored = await repository.intervalsOf(tx, labId, [analyteId])
  const own = inOrder(wished.own)
  if (isDeepStrictEqual(inOrder(stored.map(repository.intervalOf)), own)) return
  if ((stored[0]?.set_at.toISOString() ?? null) !== wished.seen) throw new DomainError('intervals_changed')
  await repository.replaceIntervals(tx, by, analyteId, own)
}
