import { timingSafeEqual } from 'node:crypto'
import { isMobile, normalisePhone, type PhoneChannel, phoneProblem } from '@labalaba/contract'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { addressAbout, countTry, type Limit, pauseBeforeTry, tryAbout } from '../../../infra/http/tries.ts'
import { lockActive } from '../../accounts/index.ts'
import { type Changer, noteChange, phoneActOf } from '../contact-change/changes.ts'
import { type ChoiceDependencies, refuseNotOffered } from './choices.ts'
import { phoneDigits, queueMessage } from './outbox.ts'
import { limits, phoneCodeLife, phoneCodeTries } from './policy.ts'
import * as repository from './repository.ts'

export type ProofDependencies = ChoiceDependencies & { readonly secret: Secret }

type ProofRequest = {
  readonly accountId: number
  readonly channel: PhoneChannel
  readonly phone: string
  /** The network address of the request. */
  readonly address: string
}

/**
 * Sends digits to a number, which invalidate earlier ones. Returns the number in its stored form. Refuses a number that
 * cannot be Nigerian with `invalid`, and throws `channel_not_offered` and `too_many`.
 */
export async function sendPhoneCode(deps: ProofDependencies, asked: ProofRequest): Promise<string> {
  const { db, clock, messenger } = deps
  const { accountId, channel } = asked
  refuseNotOffered(messenger, channel)
  const phone = readPhone(asked.phone)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    const within = sendLimits(deps.secret, { ...asked, phone })
    const retryAfter = await pauseBeforeTry(tx, within, now)
    if (retryAfter > 0) throw new DomainError('too_many', { retryAfter })
    await countTry(tx, within, now)
    const expires_at = new Date(now.getTime() + phoneCodeLife)
    const code = { account_id: accountId, channel, phone, issued_at: now, expires_at }
    const subject = await repository.replaceCode(tx, code)
    const message = { key: `phone-code:${subject}`, channel, phone, accountId, subject }
    await queueMessage(tx, { ...message, kind: 'code', at: now, goodUntil: expires_at })
  })
  return phone
}

function sendLimits(secret: Secret, { accountId, channel, phone, address }: ProofRequest): Limit[] {
  const about = (purpose: string, subject: string) => tryAbout(secret, `phone code, ${purpose}`, subject)
  return [
    { about: about('again', `${accountId} ${channel}`), ...limits.again },
    { about: about('account in an hour', String(accountId)), ...limits.accountHour },
    { about: about('account in a day', String(accountId)), ...limits.accountDay },
    { about: about('phone', phone), ...limits.phone },
    { about: addressAbout(secret, 'phone code', address), ...limits.address },
    { about: about('everywhere', ''), ...limits.everywhere },
    { about: about('everywhere in a day', ''), ...limits.everywhereDay },
  ]
}

function readPhone(typed: string): string {
  const phone = normalisePhone(typed)
  const problem = phoneProblem(phone) ?? (isMobile(phone) ? null : 'Enter a Nigerian mobile number.')
  if (problem !== null) throw new DomainError('invalid', { fields: { phone: problem }, message: problem })
  return phone
}

/**
 * Accepts the digits sent to a number, which then replaces the proven number. Five wrong attempts end the digits; fifteen
 * within a day block all digits of the account: `wrong_code`, `too_many`. The owner gets a mail.
 */
export async function provePhone(
  { db, clock, secret, messenger }: ProofDependencies,
  by: Changer,
  { channel, code: typed }: { channel: PhoneChannel; code: string },
): Promise<void> {
  const { accountId } = by
  refuseNotOffered(messenger, channel)
  const now = clock.now()
  const within = [{ about: tryAbout(secret, 'phone code, wrong', String(accountId)), ...limits.wrong }]
  const isRight = await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    // Locked before the code, in the same order as an undo.
    await repository.lockChoices(tx, accountId)
    const retryAfter = await pauseBeforeTry(tx, within, now)
    if (retryAfter > 0) throw new DomainError('too_many', { retryAfter })
    const code = await repository.lockLiveCode(tx, accountId, channel, now)
    if (code && timingSafeEqual(Buffer.from(phoneDigits(secret, code.id)), Buffer.from(typed))) {
      const before = (await repository.provenPhones(tx, accountId)).find((one) => one.channel === channel)
      const act = phoneActOf(channel, before?.phone ?? null, code.phone)
      if (act) await noteChange(tx, by, act, now)
      await repository.endCode(tx, code.id, 'used')
      await repository.saveProven(tx, { accountId, channel, phone: code.phone, at: now })
      return true
    }
    await countTry(tx, within, now)
    if (code) await repository.countWrong(tx, code.id, phoneCodeTries)
    return false
  })
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (!isRight) throw new DomainError('wrong_code')
}
