import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, type logCall as endpoint, normalisePhone, phoneProblem } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { closeCaseAbout, openCase } from '../../cases/index.ts'
import { requireDuty } from '../../labs/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import type { ByMember } from '../by-member.ts'
import { openReport } from '../reports/reports.ts'
import { closeOverdue, subjectOf } from './open-call.ts'
import { acceptsLateReach, attemptsToEnd, dutiesToCall, isLongEnoughToEnd, mayEndWithNext } from './policy.ts'
import { factsOf } from './present.ts'
import * as repository from './repository.ts'

type Input = BodyOf<typeof endpoint>

/**
 * Records an attempt to call about a critical result. The first that reaches someone ends the call. `end` ends it without
 * that, from the third attempt on and ten minutes after the first, and opens a case for operators; an attempt that reaches
 * someone after that makes it reached and closes the case. The same attempt again has no effect. Of two people who record
 * their calls at the same moment, both are recorded, and the first ends it. Throws DomainError `not_your_duty`, `not_found`,
 * `invalid`, `ended_too_soon`, and `wrong_state` if the version has no open call, or if the attempt was recorded with other
 * words.
 */
export async function logCall(tx: Tx, clock: Clock, by: ByMember, id: string, input: Input): Promise<void> {
  requireDuty(by.member, ...dutiesToCall)
  const { order } = await openReport(tx, by.member, id)
  const attempt = readAttempt(by, input)
  if (await isRecorded(tx, attempt, { reportId: id, number: input.number })) return
  const call = await repository.newestCallOf(tx, { report_id: id, number: input.number })
  if (!call) throw new DomainError('wrong_state')
  // After the lock of the order: requests that this one waited for have ended before this time.
  const now = clock.now()
  requireAcceptsAttempt(call, attempt.reached, by.at)
  const before = await repository.attemptsOf(tx, [call.id])
  if (input.end && !call.ended_at) requireMayEnd(before, by.at)
  const about = { orderId: order.id, reportId: id, number: call.number }
  await repository.insertAttempt(tx, { ...attempt, call_id: call.id, at: by.at }, about)
  if (attempt.reached) await endReached(tx, call, now)
  else if (input.end && !call.ended_at) await endNotReached(tx, order, call, before.length + 1, now)
}

/** Throws DomainError unless an attempt now may end a call without having reached anyone, after these attempts. */
function requireMayEnd(before: readonly repository.AttemptRow[], now: Date): void {
  if (!mayEndWithNext(before.length))
    throw new DomainError('invalid', {
      fields: { end: `Call at least ${attemptsToEnd} times before you end this.` },
    })
  // `attemptsOf` lists the newest first.
  const earliest = before.at(-1)
  if (earliest && !isLongEnoughToEnd(earliest.at, now)) throw new DomainError('ended_too_soon')
}

/** What is stored of an attempt. Throws DomainError `invalid` if its fields do not fit each other. */
function readAttempt({ accountId }: ByMember, input: Input) {
  const phone = normalisePhone(input.phone)
  const problem = phoneProblem(phone)
  const { whom, name, reached, readBack, note = null, end = false } = input
  const fields = {
    ...(problem === null ? {} : { phone: problem }),
    ...(reached && readBack === null ? { readBack: 'Say whether the person read the result back.' } : {}),
    ...(!reached && readBack !== null ? { readBack: 'No one was reached, so no one read it back.' } : {}),
    ...(reached && end ? { end: 'A call that reaches someone ends this by itself.' } : {}),
  }
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  return {
    ...{ id: input.attempt, made_by: accountId, whom, name, phone, reached, read_back: readBack, note },
  }
}

/** Whether this attempt is recorded. Throws DomainError `wrong_state` if one of this id is, with other words. */
async function isRecorded(
  tx: Tx,
  attempt: ReturnType<typeof readAttempt>,
  about: { readonly reportId: string; readonly number: number },
): Promise<boolean> {
  const found = await repository.attemptById(tx, attempt.id)
  if (!found) return false
  const { at: _at, made_name: _name, call_id: _call, report_id: reportId, number, ...recorded } = found
  if (!isDeepStrictEqual({ ...recorded, reportId, number }, { ...attempt, ...about }))
    throw new DomainError('wrong_state', {
      message: 'This call was recorded already, with other words. Load the page again to see it.',
    })
  return true
}

/**
 * Throws DomainError `wrong_state` unless the call is open; or someone was reached after the lab had given up, and the version
 * still holds; or another attempt ended the call while this request waited: what its maker did stays recorded.
 */
function requireAcceptsAttempt(
  call: NonNullable<Awaited<ReturnType<typeof repository.newestCallOf>>>,
  reached: boolean,
  receivedAt: Date,
): void {
  const { outcome, ended_at, same_as, state } = call
  if (ended_at === null || (reached && acceptsLateReach(outcome, state))) return
  const endedDuringRequest = outcome !== 'void' && same_as === null && receivedAt <= ended_at
  if (!endedDuringRequest) throw new DomainError('wrong_state')
}

/**
 * Ends a call because someone was reached, also one that the lab had given up, and the others about just these values: of the
 * version in force and of a correction that leaves them as they are. One that had reached someone stays as it is.
 */
async function endReached(tx: Tx, call: repository.CallRow, now: Date): Promise<void> {
  if (call.outcome === 'reached') return
  const note = 'The lab has reached someone.'
  await repository.endCall(tx, call.id, 'reached', now)
  for (const ended of [call, ...(await repository.endSame(tx, call, now))]) {
    await closeOverdue(tx, ended, note, now)
    await closeCaseAbout(tx, 'critical_call_failed', subjectOf(ended), note, now)
  }
}

async function endNotReached(
  tx: Tx,
  { reference }: OrderRow,
  call: repository.CallRow,
  attempts: number,
  now: Date,
): Promise<void> {
  await repository.endCall(tx, call.id, 'not_reached', now)
  await closeOverdue(tx, call, 'The lab could not reach anyone. Another case says what to do.', now)
  const subject = subjectOf(call)
  const found = factsOf({ ...call, attempts })
  await openCase(
    tx,
    { kind: 'critical_call_failed', subject, orderReference: reference, found, dueAt: now },
    now,
  )
}
