import { timingSafeEqual } from 'node:crypto'
import { isSameName, namesAgree, normalisePhone } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { accountById } from '../accounts/index.ts'
import { writeDown } from '../audit/index.ts'
import { lockAnswers, statedBirthDate, storeBirthDate } from '../consents/index.ts'
import { birthDateIn, type OrderRow } from '../orders/index.ts'
import { afterWrongAnswer, isClosed } from './policy.ts'
import * as repository from './repository.ts'

/**
 * What a reader must enter who comes by the patient's email: the date of birth; if the order has none, the phone, and a
 * date of birth that is then stored.
 */
export function requiredProof(order: Pick<OrderRow, 'patient_born_on'>): 'dob' | 'phone' {
  return order.patient_born_on === null ? 'phone' : 'dob'
}

/** `accountId` is null for a person with the link of a mail, who must give the answer each time. */
type Answered = {
  readonly accountId: number | null
  readonly answer: string
  /** The date of birth that they state, if the order has none. */
  readonly bornOn?: string | undefined
  readonly at: Date
}

/**
 * Compares an answer with the order, and records permanently the account, if there is one, whose answer is right. Answers
 * about one order are checked one after another, so concurrent guesses are all counted, and each is recorded in the audit.
 *
 * The name of the account must agree with the patient's. For an order without a date of birth only an account works, and
 * its name must be exactly the patient's: it gives the phone and states a date of birth, which is stored; later accounts
 * must state the same date. Throws DomainError `invalid` for an impossible date, `not_the_patient`, `too_many` while the
 * order waits (also for the right answer), and `proof_closed`.
 */
export async function showPatient(db: Db, secret: Secret, order: OrderRow, given: Answered): Promise<void> {
  const stated = requiredProof(order) === 'phone' ? requireBirthDate(given) : null
  const isRight = await db.transaction().execute((tx) => tryAnswer(tx, secret, order, { ...given, stated }))
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (isRight) return
  const message = stated === null ? notTheirs : notTheirsWithPhone
  throw new DomainError('not_the_patient', given.accountId === null ? {} : { message })
}

const notTheirs =
  'That does not match the order. Its patient has the name of your account and this date of birth. Check both, and try again.'
const notTheirsWithPhone =
  'That does not match the order. Its patient has the name of your account, this phone and this date of birth. Check them, and try again.'

function requireBirthDate({ bornOn = '', at }: Answered): string {
  const day = birthDateIn(bornOn, at)
  if (day) return day
  throw new DomainError('invalid', { fields: { bornOn: 'Enter the date of birth of the patient' } })
}

type Tries = Answered & { readonly stated: string | null }

async function tryAnswer(tx: Tx, secret: Secret, order: OrderRow, given: Tries): Promise<boolean> {
  const { accountId, answer, stated, at } = given
  // A date of birth can end a consent. Locked before the order, which the rows below refer to, as all code does.
  if (stated !== null) await lockAnswers(tx, order.account_id)
  const check = await repository.lockCheck(tx, order.id)
  if (accountId !== null && (await repository.isProven(tx, order.id, accountId))) return true
  if (isClosed(check.wrong_tries)) throw new DomainError('proof_closed')
  const wait = (check.paused_until?.getTime() ?? 0) - at.getTime()
  if (wait > 0)
    throw new DomainError('too_many', {
      retryAfter: Math.ceil(wait / 1000),
      message: 'There were five wrong answers. Wait an hour, and try again.',
    })
  const isRight =
    isPatient(secret, order, answer) &&
    (await hasName(tx, order, given)) &&
    (stated === null || ((await statedBirthDate(tx, order.id)) ?? stated) === stated)
  const entry = { order_id: order.id, role: 'patient', account_id: accountId, at } as const
  await writeDown(tx, [{ ...entry, what: isRight ? 'patient_proven' : 'patient_refused' }])
  if (isRight && accountId !== null) {
    if (stated !== null) await storeBirthDate(tx, order, { bornOn: stated, accountId, at })
    await repository.insertProof(tx, order.id, accountId, at)
  }
  if (!isRight) await repository.updateCheck(tx, order.id, afterWrongAnswer(check.wrong_tries, at))
  return isRight
}

/**
 * Whether the name of an account can be the patient's: a family may share a mailbox, and twins a date of birth. An account
 * that states a date of birth needs exactly the patient's name. The link of a mail has no account and states no date.
 */
async function hasName(tx: Tx, order: OrderRow, { accountId, stated }: Tries): Promise<boolean> {
  if (accountId === null) return stated === null
  const account = await accountById(tx, accountId)
  const agrees = stated === null ? namesAgree : isSameName
  return account !== null && agrees(account.name, order.patient_name)
}

/** Takes the same time for right and wrong answers. */
function isPatient(secret: Secret, order: OrderRow, answer: string): boolean {
  const hash = (text: string) => secret.derive('patient comparison', text)
  const typed = requiredProof(order) === 'dob' ? answer : normalisePhone(answer)
  return timingSafeEqual(hash(typed), hash(order.patient_born_on ?? order.patient_phone))
}
