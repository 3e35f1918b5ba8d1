import type { WithdrawalReason } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { openCase } from '../../cases/index.ts'
import type { ByMember } from '../by-member.ts'
import { callAgain, voidCall } from '../critical-calls/open-call.ts'
import { deleteDraft, wasEntered } from '../drafts/repository.ts'
import { mayWithdraw } from './policy.ts'
import { emptyDraft, laterThan, openReport, transitionVersion } from './reports.ts'
import * as repository from './repository.ts'

export type WithdrawDependencies = {
  readonly db: Db
  readonly clock: Clock
}

type WithdrawInput = { readonly number: number; readonly because: WithdrawalReason; readonly note: string }

/**
 * Withdraws a released version: from then on only the lab can read it, its readers are notified, and an operator gets a
 * case. The version that began with its values loses them, if it was preliminary or no one has entered that version since. Its
 * open critical call becomes void; a verified correction whose call ended with one about an earlier version needs another. One person may do it, because a wrong result must disappear immediately; its replacement needs two people again.
 * Calling it again has no effect. Throws DomainError `not_found`, `not_your_duty`, and `wrong_state` if that version is not
 * the released one.
 */
export async function withdrawReport(
  { db, clock }: WithdrawDependencies,
  { member, accountId }: Omit<ByMember, 'at'>,
  id: string,
  { number, because, note }: WithdrawInput,
): Promise<void> {
  if (!mayWithdraw(member.duties)) throw new DomainError('not_your_duty')
  await db.transaction().execute(async (tx) => {
    const { order } = await openReport(tx, member, id)
    // Readers hold the order: by this time they have finished reading, or they will see no value.
    const at = clock.now()
    const versions = await repository.versionsOf(tx, [id])
    const version = versions.find((one) => one.number === number)
    if (version?.state === 'withdrawn') return
    if (!version) throw new DomainError('wrong_state')
    const withdrawn = {
      withdrawn_by: accountId,
      withdrawn_at: at,
      withdrawn_because: because,
      withdrawn_note: note,
    }
    await transitionVersion(tx, { accountId, at }, version, 'withdraw', { ...withdrawn, reason: note })
    await voidCall(tx, version, at)
    const next = versions.find((one) => one.number > number)
    if (next && (version.preliminary || !(await wasEntered(tx, next))))
      await takeBackSuccessor(tx, { accountId, at }, next)
    else if (next?.state === 'verified') await callAgain(tx, next, at)
    await publish(tx, 'report.withdrawn', { reportId: id, number })
    // No money moves automatically: a person decides about it.
    const about = {
      kind: 'result_withdrawn',
      subject: `${id} ${number}`,
      orderReference: order.reference,
    } as const
    await openCase(tx, { ...about, found: { the_lab_says: because.replace('_', ' ') } }, at)
  })
}

/**
 * Empties the version that began with the values of a withdrawn one, because they may belong to another patient: also if it is
 * verified, and with what is typed and not entered.
 */
async function takeBackSuccessor(
  tx: Tx,
  by: Pick<ByMember, 'accountId' | 'at'>,
  next: repository.VersionRow,
): Promise<void> {
  if (next.state === 'verified') {
    const sentBack = { verified_by: null, verified_at: null, preliminary: false }
    await transitionVersion(tx, by, next, 'send_back', {
      ...sentBack,
      reason: 'The report before it was withdrawn',
    })
    await voidCall(tx, next, by.at)
  }
  await emptyDraft(tx, next)
  await deleteDraft(tx, next.report_id)
  await repository.postponeDraft(tx, next, laterThan(by.at, next.entered_at))
}
