import {
  addDays,
  type FigurePeriod,
  fewestForShares,
  type LabFigures,
  type WorkStage,
  workStages,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { locationsOf, type MemberRow } from '../../labs/index.ts'
import { byPromise, daysOf, presentCalls, presentTook } from './policy.ts'
import * as repository from './repository.ts'

/**
 * The statistics of a lab over the orders paid in a period, at the locations of its manager or at one of them. All queries
 * read one snapshot. Throws DomainError `not_found` if the location is not one of theirs.
 */
export async function readStatistics(
  db: Db,
  member: MemberRow,
  query: { readonly period: FigurePeriod; readonly location?: string | undefined },
  now: Date,
): Promise<LabFigures> {
  const places = member.locations.length > 0 ? member.locations : await locationsOf(db, member.lab_id)
  const chosen = places.filter(({ address }) => query.location === undefined || address === query.location)
  if (chosen.length === 0) throw new DomainError('not_found')
  const isAll = query.location === undefined && member.locations.length === 0
  const { from, to } = daysOf(query.period, now)
  const counted = {
    ...{ labId: member.lab_id, from, after: addDays(to, 1) },
    locationIds: isAll ? [] : chosen.map(({ id }) => id),
  }
  const { stages, turnarounds, judged, byReason, calls } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      stages: await repository.stagesOf(tx, counted),
      turnarounds: await repository.turnaroundsOf(tx, counted, now, fewestForShares),
      judged: await repository.specimensJudged(tx, counted),
      byReason: await repository.rejectionsOf(tx, counted),
      calls: await repository.callsCounted(tx, counted, now),
    }))
  const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
  const countOf = (stage: WorkStage | null) => stages.find((one) => one.stage === stage)?.count ?? 0
  return {
    ...{ lab: member.name, from, to },
    locations: places.map(({ address, name }) => ({ address, name })),
    orders: {
      paid: total(stages.map(({ count }) => count)),
      stages: workStages.map((stage) => ({ stage, count: countOf(stage) })),
      cancelled: countOf(null),
    },
    turnaround: turnarounds.map((one) => presentTook(byPromise(one, now))),
    samples: {
      taken: total(judged.map(({ taken }) => taken)),
      rejected: total(judged.map(({ rejected }) => rejected)),
      byReason,
      bySpecimen: judged,
    },
    calls: presentCalls(calls),
  }
}
