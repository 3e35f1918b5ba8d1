import type { Tx } from '../../../db.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import type { ValueRow, VersionKey, VersionRow } from '../reports/repository.ts'
import { aboutCritical, dueAt } from './policy.ts'
import * as repository from './repository.ts'

/** A version that is verified now, with the values of every version of its report. */
type Verified = {
  readonly version: VersionKey
  readonly values: readonly ValueRow[]
  /** The version before; undefined if it is the first. */
  readonly before: Pick<VersionRow, 'number' | 'state'> | undefined
  /** When the lab last received a sample of the report; null if it received none. */
  readonly sampleReceivedAt: Date | null
  readonly at: Date
}

/**
 * Opens the call that a version with a critical value needs, in the transaction that verifies it: a second person has just
 * confirmed the value, and the patient must not wait for the release. The open call of a released version stays open: that
 * version is in force until this one is released. If a call about just these critical values has reached someone, no second
 * call is needed. Until one has, the call is due when the first about them was due, and ends with the one that reaches
 * someone.
 */
export async function openCall(tx: Tx, verified: Verified): Promise<void> {
  const { version, values, at } = verified
  const about = aboutCritical(valuesOf(values, version.number))
  if (!about) return
  const calls = await repository.callsOf(tx, version.report_id)
  const isSame = (call: repository.CallRow) => isAboutSameValues(call, verified, calls, about.hash)
  const reached = lastReached(calls)
  const alreadyReached = reached && isSame(reached) ? reached : undefined
  const waiting = calls.find(
    (call) => call.outcome !== 'reached' && !(reached && reached.id > call.id) && isSame(call),
  )
  const waitsSince = alreadyReached ? at : (waiting?.waits_since ?? at)
  await repository.insertCall(tx, {
    ...{ report_id: version.report_id, number: version.number, tier: about.tier, values_hash: about.hash },
    ...{ opened_at: at, waits_since: waitsSince, due_at: dueAt(about.tier, waitsSince) },
    ...(alreadyReached && {
      same_as: alreadyReached.same_as ?? alreadyReached.id,
      outcome: 'reached',
      ended_at: at,
    }),
  })
}

const valuesOf = (values: readonly ValueRow[], number: number) =>
  values.filter((value) => value.number === number)

/** The call that was the last to reach someone; undefined if none has. */
function lastReached(calls: readonly repository.CallRow[]): repository.CallRow | undefined {
  const timeOf = ({ ended_at, opened_at }: repository.CallRow) => (ended_at ?? opened_at).getTime()
  return calls
    .filter(({ outcome }) => outcome === 'reached')
    .toSorted((one, other) => timeOf(other) - timeOf(one) || other.id - one.id)[0]
}

/**
 * Whether a call was about just these values, and they have held since: it was about this version, before it was sent back,
 * or about the version before, which was not withdrawn and still has them. A call of this version that ended with one about
 * an earlier version counts only as long as the version before is not withdrawn. The same value of a sample that was
 * received later is another result.
 */
function isAboutSameValues(
  call: repository.CallRow,
  { version, values, before, sampleReceivedAt }: Verified,
  calls: readonly repository.CallRow[],
  hash: Buffer,
): boolean {
  if (!call.values_hash.equals(hash)) return false
  if (sampleReceivedAt && sampleReceivedAt > call.opened_at) return false
  const holdsBefore = before !== undefined && before.state !== 'withdrawn'
  if (call.number === version.number) return holdsBefore || !restsOnOther(call, calls)
  return (
    holdsBefore &&
    call.number === before.number &&
    aboutCritical(valuesOf(values, before.number))?.hash.equals(hash) === true
  )
}

/** Whether a call ended with one about another version, which reached someone. `calls` are all calls of its report. */
function restsOnOther(call: repository.CallRow, calls: readonly repository.CallRow[]): boolean {
  return call.same_as !== null && calls.find(({ id }) => id === call.same_as)?.number !== call.number
}

/**
 * Opens another call about a verified version, in the transaction that withdraws the version before it, if its call ended
 * because someone was reached about an earlier version: that call no longer suffices. Its time begins now. Has
 * no effect if someone was reached about the verified version itself, or if its call is open.
 */
export async function callAgain(tx: Tx, verified: VersionKey, at: Date): Promise<void> {
  const calls = await repository.callsOf(tx, verified.report_id)
  const newest = calls.find(({ number }) => number === verified.number)
  if (newest?.outcome !== 'reached' || !restsOnOther(newest, calls)) return
  const { report_id, number, tier, values_hash } = newest
  await repository.insertCall(tx, {
    ...{ report_id, number, tier, values_hash },
    ...{ opened_at: at, waits_since: at, due_at: dueAt(tier, at) },
  })
}

/**
 * Makes the open call of a version void, if there is one, because the version was sent back or withdrawn, or a correction
 * of it was released.
 */
export async function voidCall(tx: Tx, version: VersionKey, at: Date): Promise<void> {
  const ended = await repository.endAsVoid(tx, version, at)
  if (ended) await closeOverdue(tx, ended, 'The lab has sent back, corrected or withdrawn the result.', at)
}

/** The subject of a case about the call of a version. */
export function subjectOf({ report_id, number }: VersionKey): string {
  return `${report_id} ${number}`
}

/** Closes the case about an overdue call, if there is one, because the call has ended. */
export async function closeOverdue(tx: Tx, call: VersionKey, note: string, at: Date): Promise<void> {
  await closeCaseAbout(tx, 'critical_call_overdue', subjectOf(call), note, at)
}
