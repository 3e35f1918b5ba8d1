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
import { attemptsToEnd, dutiesToCall, mayEndWithNext } from './policy.ts'
import { factsOf } from './present.ts'
import * as repository from './repository.ts'

type Input = BodyOf<typeof endpoint>

/**
 * Records an attempt to call about a critical result. The first that reaches someone ends the call. `end` ends it without
 * that, from the third attempt on, and opens a case for operators. The same attempt again has no effect. Of two people who
 * record their calls at the same moment, both are recorded, and the first to come ends it. Throws DomainError
 * `not_your_duty`, `not_found`, `invalid`, and `wrong_state` if the version has no open call, or if the attempt was
 * recorded with other words.
 */
export async function logCall(tx: Tx, clock: Clock, by: ByMember, id: string, input: Input): Promise<void> {
  requireDuty(by.member, ...dutiesToCall)
  const { order } = await openReport(tx, by.member, id)
  const attempt = readAttempt(by, input)
  if (await isRecorded(tx, attempt, { reportId: id, number: input.number })) return
  const [call] = await repository.newestCalls(tx, [id])
  if (!call || call.number !== input.number) throw new DomainError('wrong_state')
  // After the lock of the order: whoever came meanwhile was earlier.
  const now = clock.now()
  requireTakes(call, by.at)
  const before = await repository.attemptsOf(tx, [call.id])
  if (input.end && !call.ended_at && !mayEndWithNext(before.length))
    throw new DomainError('invalid', {
      fields: { end: `Call at least ${attemptsToEnd} times before you end this.` },
    })
  const about = { orderId: order.id, reportId: id, number: call.number }
  await repository.insertAttempt(tx, { ...attempt, call_id: call.id, at: by.at }, about)
  if (call.ended_at) return await afterEnd(tx, call, attempt.reached, now)
  if (attempt.reached) await endReached(tx, call, now)
  else if (input.end) await endNotReached(tx, order, call, before.length + 1, now)
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
 * Throws DomainError `wrong_state` unless the call is open, or another attempt ended it after this one had come to us: what
 * its maker did stays recorded.
 */
function requireTakes({ outcome, ended_at, same_as }: repository.CallRow, cameAt: Date): void {
  const isAtOnce = ended_at !== null && outcome !== 'void' && same_as === null && cameAt <= ended_at
  if (ended_at !== null && !isAtOnce) throw new DomainError('wrong_state')
}

/** Someone was reached by one person while another gave up: operators need not try any more. */
async function afterEnd(tx: Tx, call: repository.CallRow, reached: boolean, now: Date): Promise<void> {
  if (call.outcome === 'not_reached' && reached)
    await closeCaseAbout(tx, 'critical_call_failed', subjectOf(call), 'The lab has reached someone.', now)
}

async function endReached(tx: Tx, call: repository.CallRow, now: Date): Promise<void> {
  await repository.endCall(tx, call.id, 'reached', now)
  await closeOverdue(tx, call, 'The lab has reached someone.', now)
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
  await openCase(tx, { kind: 'critical_call_failed', subject, orderReference: reference, found }, now)
}
