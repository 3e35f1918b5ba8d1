import type { AccountSummary } from '../account/index.ts'
import { accountById, codeMail, farewellOf, forgetFarewell } from '../account/index.ts'
import type { LoginChange } from '../events.ts'
import type { Press } from '../payment/index.ts'
import type { Job, Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Secret } from '../platform/secret.ts'
import { revokeSharesOf } from '../result/index.ts'
import {
  accountDeletedLetter,
  codeLetter,
  loginChangedLetter,
  manyFailuresLetter,
  newDeviceLetter,
  passwordChangedLetter,
  recoveryCodeLetter,
  registeredAgainLetter,
  secondFactorResetLetter,
} from './account-mails.ts'
import { anchorNotices } from './anchor/notices.ts'
import { dropPhones } from './channel/choices.ts'
import { parking } from './channel/parking.ts'
import type { Telling } from './channel/tell.ts'
import { consentNotices } from './consent/notices.ts'
import { contactChangeNotices } from './contact-change/notices.ts'
import { invitationNotices } from './invitation/notices.ts'
import { lateNotices } from './late-notices.ts'
import type { Letter } from './letter.ts'
import { licenceNotices } from './licence/notices.ts'
import { sendOnce } from './notices.ts'
import { partnerNotices } from './partner-notices.ts'
import { paymentNotices } from './payment-notices.ts'
import { refundNotices } from './refund-notices.ts'
import { reminderNotices } from './reminder/notices.ts'
import { resultNotices } from './result/notices.ts'
import { sampleNotices } from './sample/notices.ts'
import { visitNotices } from './visit/notices.ts'

export type NotificationNeeds = Telling & {
  readonly secret: Secret
  readonly publicUrl: string
  readonly operatorMail: string
  /** Draws the receipts that mails carry. */
  readonly press: Press
  readonly log: Log
}

/** Every notice the product sends, as a job that may be repeated. */
export function notificationJobs(needs: NotificationNeeds): Jobs {
  const names = Object.keys(everyJob(needs))
  const work =
    (job: string): Job =>
    async (payload, askedAt) => {
      const asked = { job, payload, at: askedAt ?? needs.clock.now() }
      await parking(needs, asked, () => everyJob({ ...needs, asked })[job]?.(payload))
    }
  return Object.fromEntries(names.map((name) => [name, work(name)]))
}

function everyJob(needs: NotificationNeeds): Jobs {
  return {
    ...accountJobs(needs),
    ...contactChangeNotices(needs),
    ...invitationNotices(needs),
    ...paymentNotices(needs),
    ...lateNotices(needs),
    ...refundNotices(needs),
    ...visitNotices(needs),
    ...resultNotices(needs),
    ...consentNotices(needs),
    ...partnerNotices(needs),
    ...licenceNotices(needs),
    ...sampleNotices(needs),
    ...reminderNotices(needs),
    ...anchorNotices(needs),
  }
}

function accountJobs(needs: NotificationNeeds): Jobs {
  return {
    'mail-code': async ({ codeId }) => {
      const mail = await codeMail(needs.db, needs.clock, needs.secret, String(codeId))
      if (mail) await sendOnce(needs, `code:${codeId}`, mail.to, codeLetter(mail, needs.publicUrl))
    },
    'mail-registered-again': toOwner(needs, registeredAgainLetter),
    'mail-password-changed': toOwner(needs, passwordChangedLetter),
    // Whoever was in the account before may have made a link that still shows results.
    'stop-shares': ({ accountId, at }) =>
      needs.db.transaction().execute((tx) => revokeSharesOf(tx, Number(accountId), new Date(String(at)))),
    'drop-phones': ({ accountId, at }) => dropPhones(needs.db, Number(accountId), new Date(String(at))),
    'mail-many-failures': toOwner(needs, manyFailuresLetter),
    'mail-new-device': async ({ accountId, browser, at, noticeKey }) => {
      const login = { browser: String(browser), at: new Date(String(at)) }
      const letterFor = (account: AccountSummary) => newDeviceLetter(account, login, needs.publicUrl)
      await toOwner(needs, letterFor)({ accountId, noticeKey })
    },
    'mail-login-changed': async ({ accountId, change, noticeKey }) => {
      const letterFor = (account: AccountSummary) =>
        loginChangedLetter(account, change as LoginChange, needs.publicUrl)
      await toOwner(needs, letterFor)({ accountId, noticeKey })
    },
    'mail-recovery-code-used': toOwner(needs, recoveryCodeLetter),
    'mail-second-factor-reset': toOwner(needs, secondFactorResetLetter),
    'mail-account-deleted': async ({ accountId }) => {
      const owner = await farewellOf(needs.db, Number(accountId))
      if (!owner) return
      await sendOnce(needs, `account-deleted:${accountId}`, owner.email, accountDeletedLetter(owner))
      await forgetFarewell(needs.db, Number(accountId))
    },
  }
}

function toOwner(
  needs: NotificationNeeds,
  letterFor: (account: AccountSummary, publicUrl: string) => Letter,
): Job {
  return async ({ accountId, noticeKey }) => {
    const account = await accountById(needs.db, Number(accountId))
    if (!account || account.state === 'deleted') return
    await sendOnce(needs, String(noticeKey), account.email, letterFor(account, needs.publicUrl))
  }
}
