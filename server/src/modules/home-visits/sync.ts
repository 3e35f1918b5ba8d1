import { formatMoment, type RefusalCode, refusals, type VisitAct } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { openCase } from '../cases/index.ts'
import type { OrderRow } from '../orders/index.ts'
import { perform, type UndecidedClaim } from './acts.ts'
import { doneAt, readPhoneTime } from './policy.ts'
import * as repository from './repository.ts'
import { lockBoth } from './visits.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

export type ActingPhlebotomist = { readonly accountId: number; readonly staffId: string }
type Outcome = { id: string; isDone: boolean; code: RefusalCode | null; message: string | null }

/** The actor as a phlebotomist. Throws `not_found` for other actors. */
export function doerOf({ accountId, staffId }: Pick<Actor, 'accountId' | 'staffId'>): ActingPhlebotomist {
  if (staffId === null) throw new DomainError('not_found')
  return { accountId, staffId }
}

/** Performs a phlebotomist's acts in order, each once per act id. A refused act stops only the acts that build on it. */
export async function syncActs(
  deps: Dependencies,
  doer: ActingPhlebotomist,
  acts: readonly VisitAct[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const act of acts) {
    const code = await refusalOf(deps, doer, act)
    outcomes.push({ id: act.id, isDone: code === null, code, message: code && refusals[code][1] })
  }
  return outcomes
}

async function refusalOf(
  deps: Dependencies,
  doer: ActingPhlebotomist,
  act: VisitAct,
): Promise<RefusalCode | null> {
  try {
    return await deps.db.transaction().execute((tx) => performOnce(tx, deps, doer, act))
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

/** Performs an act unless it was done before; returns the refusal that is stored with it, or null. */
async function performOnce(
  tx: Tx,
  { clock, secret }: Dependencies,
  doer: ActingPhlebotomist,
  act: VisitAct,
): Promise<RefusalCode | null> {
  const { order, visit } = await lockBoth(tx, act.visit)
  const before = await repository.actById(tx, act.id)
  if (before) return repeated(before, doer, act)
  if (visit.staff_id !== doer.staffId) throw new DomainError('not_found')
  if (visit.round !== act.round) throw new DomainError('visit_changed')
  const now = clock.now()
  const at = doneAt(act.at, await repository.lastMoved(tx, visit.id), now)
  const { accountId } = doer
  const reportedAt = readPhoneTime(act.at)
  const leaveToOperators = async (claim: UndecidedClaim) =>
    await openLateReportCase(tx, { visitId: visit.id, order, claim, reportedAt }, now)
  const context = { order, visit, accountId, secret, at, reportedAt, receivedAt: now, leaveToOperators }
  const refusal = await perform(tx, context, act)
  const stored = { id: act.id, collection_id: visit.id, account_id: accountId, verb: act.verb, refusal }
  if (!(await repository.insertAct(tx, { ...stored, done_at: at, applied_at: now })))
    throw new DomainError('reference_reused')
  return refusal
}

type StoredAct = NonNullable<Awaited<ReturnType<typeof repository.actById>>>

/** The stored outcome of an act that is sent again. */
function repeated(before: StoredAct, doer: ActingPhlebotomist, act: VisitAct): RefusalCode | null {
  if (before.account_id !== doer.accountId) throw new DomainError('not_found')
  if (before.collection_id !== act.visit || before.verb !== act.verb)
    throw new DomainError('reference_reused')
  const { refusal } = before
  return refusal === 'wrong_door_code' || refusal === 'visit_changed' ? refusal : null
}

/** A report of a phone that came too late to count by itself. */
type LateReport = {
  readonly visitId: string
  readonly order: OrderRow
  readonly claim: UndecidedClaim
  readonly reportedAt: Date | null
}

const claims = {
  fee: 'No one gave a sample in the time that was promised',
  samples: 'Samples were taken before the booking was cancelled',
} as const

/** Opens a case for a report that came too late to move money: a person decides, and no fee is charged until then. */
async function openLateReportCase(
  tx: Tx,
  { visitId, order, claim, reportedAt }: LateReport,
  now: Date,
): Promise<void> {
  const said_at = reportedAt && formatMoment(reportedAt)
  const found = { says: claims[claim], said_at, heard_at: formatMoment(now) }
  const about = { subject: `${visitId} ${claim}`, orderReference: order.reference }
  await openCase(tx, { kind: 'visit_late_word', ...about, amount: order.collection_fee_kobo, found }, now)
}
