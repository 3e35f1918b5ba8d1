import type { LoginChange } from '../../events.ts'
import type { Secret } from '../../infra/config/secret.ts'
import type { Log } from '../../infra/observability/log.ts'
import type { Job, Jobs } from '../../infra/queue/jobs.ts'
import type { AccountSummary } from '../accounts/index.ts'
import { accountById, codeMail, farewellOf, forgetFarewell } from '../accounts/index.ts'
import type { ReceiptRenderer } from '../payments/index.ts'
import { revokeSharesOf } from '../result-access/index.ts'
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

export type NotificationDependencies = Telling & {
  readonly secret: Secret
  readonly publicUrl: string
  readonly operatorMail: string
  /** Draws the receipts that are attached to mails. */
  readonly renderer: ReceiptRenderer
  readonly log: Log
}

/** Every notification of the product, as a job that is safe to repeat. */
export function notificationJobs(deps: NotificationDependencies): Jobs {
  const names = Object.keys(everyJob(deps))
  const work =
    (job: string): Job =>
    async (payload, askedAt) => {
      const asked = { job, payload, at: askedAt ?? deps.clock.now() }
      await parking(deps, asked, () => everyJob({ ...deps, asked })[job]?.(payload))
    }
  return Object.fromEntries(names.map((name) => [name, work(name)]))
}

function everyJob(deps: NotificationDependencies): Jobs {
  return {
    ...accountJobs(deps),
    ...contactChangeNotices(deps),
    ...invitationNotices(deps),
    ...paymentNotices(deps),
    ...lateNotices(deps),
    ...refundNotices(deps),
    ...visitNotices(deps),
    ...resultNotices(deps),
    ...consentNotices(deps),
    ...partnerNotices(deps),
    ...licenceNotices(deps),
    ...sampleNotices(deps),
    ...reminderNotices(deps),
    ...anchorNotices(deps),
  }
}

function accountJobs(deps: NotificationDependencies): Jobs {
  return {
    'mail-code': async ({ codeId }) => {
      const mail = await codeMail(deps.db, deps.clock, deps.secret, String(codeId))
      if (mail) await sendOnce(deps, `code:${codeId}`, mail.to, codeLetter(mail, deps.publicUrl))
    },
    'mail-registered-again': toOwner(deps, registeredAgainLetter),
    'mail-password-changed': toOwner(deps, passwordChangedLetter),
    // A person who had access to the account may have made a share link that still shows results.
    'stop-shares': ({ accountId, at }) =>
      deps.db.transaction().execute((tx) => revokeSharesOf(tx, Number(accountId), new Date(String(at)))),
    'drop-phones': ({ accountId, at }) => dropPhones(deps.db, Number(accountId), new Date(String(at))),
    'mail-many-failures': toOwner(deps, manyFailuresLetter),
    'mail-new-device': async ({ accountId, browser, at, noticeKey }) => {
      const login = { browser: String(browser), at: new Date(String(at)) }
      const letterFor = (account: AccountSummary) => newDeviceLetter(account, login, deps.publicUrl)
      await toOwner(deps, letterFor)({ accountId, noticeKey })
    },
    'mail-login-changed': async ({ accountId, change, noticeKey }) => {
      const letterFor = (account: AccountSummary) =>
        loginChangedLetter(account, change as LoginChange, deps.publicUrl)
      await toOwner(deps, letterFor)({ accountId, noticeKey })
    },
    'mail-recovery-code-used': toOwner(deps, recoveryCodeLetter),
    'mail-second-factor-reset': toOwner(deps, secondFactorResetLetter),
    'mail-account-deleted': async ({ accountId }) => {
      const owner = await farewellOf(deps.db, Number(accountId))
      if (!owner) return
      await sendOnce(deps, `account-deleted:${accountId}`, owner.email, accountDeletedLetter(owner))
      await forgetFarewell(deps.db, Number(accountId))
    },
  }
}

function toOwner(
  deps: NotificationDependencies,
  letterFor: (account: AccountSummary, publicUrl: string) => Letter,
): Job {
  return async ({ accountId, noticeKey }) => {
    const account = await accountById(deps.db, Number(accountId))
    if (!account || account.state === 'deleted') return
    await sendOnce(deps, String(noticeKey), account.email, letterFor(account, deps.publicUrl))
  }
}
