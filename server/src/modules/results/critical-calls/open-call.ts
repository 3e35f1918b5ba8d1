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
  readonly at: Date
}

/**
 * Opens the call that a version with a critical value needs, in the transaction that verifies it: a second person has just
 * confirmed the value, and the patient must not wait for the release. The open call of an earlier version becomes void. If
 * someone was told just these critical values in the version before, no second call is needed.
 */
export async function openCall(tx: Tx, { version, values, before, at }: Verified): Promise<void> {
  if (before) await voidCall(tx, { report_id: version.report_id, number: before.number }, at)
  const about = aboutCritical(valuesOf(values, version.number))
  if (!about) return
  const told = await toldBefore(tx, { version, values, before, hash: about.hash })
  await repository.insertCall(tx, {
    ...{ report_id: version.report_id, number: version.number, tier: about.tier, values_hash: about.hash },
    ...{ opened_at: at, due_at: dueAt(about.tier, at) },
    ...(told && { same_as: told, outcome: 'reached', ended_at: at }),
  })
}

const valuesOf = (values: readonly ValueRow[], number: number) =>
  values.filter((value) => value.number === number)

/**
 * The call that told someone just these values, if they have held since: it was about this version, before it was sent
 * back, or about the version before, which was not withdrawn and still has them.
 */
async function toldBefore(
  tx: Tx,
  { version, values, before, hash }: Omit<Verified, 'at'> & { readonly hash: Buffer },
): Promise<number | null> {
  const [call] = await repository.newestCalls(tx, [version.report_id])
  if (call?.outcome !== 'reached' || !call.values_hash.equals(hash)) return null
  const isOfBefore =
    call.number === before?.number &&
    before.state !== 'withdrawn' &&
    aboutCritical(valuesOf(values, before.number))?.hash.equals(hash) === true
  return call.number === version.number || isOfBefore ? (call.same_as ?? call.id) : null
}

/** Makes the open call of a version void, if there is one, because the version was sent back, corrected or withdrawn. */
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
