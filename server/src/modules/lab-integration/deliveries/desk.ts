import type { Placing } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { writeDown } from '../../audit/index.ts'
import { requireDuty, worksAt } from '../../labs/index.ts'
import type { ByMember } from '../../results/index.ts'
import { type Fit, fillIn, findSample, fit } from './placing.ts'
import { presentFit } from './present.ts'
import * as repository from './repository.ts'

/**
 * An unmatched result that the scientist may place, locked until the transaction ends. Throws DomainError `not_your_duty`
 * and `not_found`.
 */
async function hold(tx: Tx, { member }: ByMember, id: string): Promise<repository.WaitingRow> {
  requireDuty(member, 'scientist')
  const waiting = await repository.holdWaiting(tx, member, id)
  if (!waiting) throw new DomainError('not_found')
  return waiting
}

/** Opens an unmatched result. The opening is recorded first. */
export async function openWaiting(tx: Tx, by: ByMember, id: string): Promise<repository.WaitingRow> {
  const waiting = await hold(tx, by, id)
  await repository.writeEvent(tx, id, { verb: 'open' }, by)
  return waiting
}

type Comparison = { readonly waiting: repository.WaitingRow; readonly fitted: Fit }

/**
 * Compares it with a sample at the scientist's locations. They see whose sample it is, which is recorded. Throws
 * `unknown_sample`.
 */
async function look(tx: Tx, by: ByMember, id: string, accession: string): Promise<Comparison> {
  const waiting = await hold(tx, by, id)
  const found = await findSample(tx, by.member.lab_id, accession)
  if (!found || !worksAt(by.member, found.order)) throw new DomainError('unknown_sample')
  const seen = { order_id: found.order.id, role: 'lab', account_id: by.accountId } as const
  await writeDown(tx, [{ ...seen, what: 'order_seen', at: by.at }])
  return { waiting, fitted: await fit(tx, found, waiting.content) }
}

/** Which lines of a sample's reports the values of an unmatched result fit. Throws DomainError `unknown_sample`. */
export async function lookAtPlacing(tx: Tx, by: ByMember, id: string, accession: string): Promise<Placing> {
  const { waiting, fitted } = await look(tx, by, id, accession)
  return presentFit(waiting, fitted)
}

/**
 * Fills in the values of an unmatched result that fit a line of that sample's reports, and returns which do not. The
 * scientist is responsible for whose values they are, so a different sex or date of birth does not prevent it. Throws
 * DomainError `wrong_state` if there is another problem.
 */
export async function placeByHand(tx: Tx, by: ByMember, id: string, accession: string): Promise<Placing> {
  const { waiting, fitted } = await look(tx, by, id, accession)
  if (fitted.problem !== null) throw new DomainError('wrong_state')
  const system = { id: waiting.system_id, made_by: waiting.made_by }
  await fillIn(tx, fitted, { system, placedBy: by.accountId, at: by.at })
  await repository.writeEvent(tx, id, { verb: 'place', orderId: fitted.found.order.id }, by)
  return presentFit(waiting, fitted)
}

/** Sets an unmatched result aside and erases its content. */
export async function setAside(tx: Tx, by: ByMember, id: string, reason: string): Promise<void> {
  await hold(tx, by, id)
  await repository.writeEvent(tx, id, { verb: 'set_aside', reason }, by)
}
