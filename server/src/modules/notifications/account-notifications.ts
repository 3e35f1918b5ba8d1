import { brand, formatMoment, nameProblem } from '@labalaba/contract'
import type { LoginChange } from '../../events.ts'
import type { Job, Jobs } from '../../infra/queue/jobs.ts'
import {
  type AccountSummary,
  accountById,
  type CodeMail,
  codeMail,
  deletionNoticeOf,
  forgetDeletionNotice,
} from '../accounts/index.ts'
import { revokeSharesOf } from '../result-access/index.ts'
import { dropPhones } from './channel/choices.ts'
import type { NotificationDependencies } from './channel/notify.ts'
import { type Block, type Letter, note } from './letter.ts'
import { sendOnce } from './send-once.ts'

/** The mails about accounts, and what else follows their events, as jobs that are safe to repeat. */
export function accountNotifications(deps: NotificationDependencies): Jobs {
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
    'mail-new-device': toOwner(deps, (account, url, { browser, at }) =>
      newDeviceLetter(account, { browser: String(browser), at: new Date(String(at)) }, url),
    ),
    'mail-login-changed': toOwner(deps, (account, url, { change }) =>
      loginChangedLetter(account, change as LoginChange, url),
    ),
    'mail-recovery-code-used': toOwner(deps, recoveryCodeLetter),
    'mail-second-factor-reset': toOwner(deps, secondFactorResetLetter),
    'mail-account-deleted': async ({ accountId }) => {
      const owner = await deletionNoticeOf(deps.db, Number(accountId))
      if (!owner) return
      await sendOnce(deps, `account-deleted:${accountId}`, owner.email, accountDeletedLetter(owner))
      await forgetDeletionNotice(deps.db, Number(accountId))
    },
  }
}

function toOwner(
  deps: NotificationDependencies,
  letterFor: (account: AccountSummary, publicUrl: string, payload: Parameters<Job>[0]) => Letter,
): Job {
  return async (payload) => {
    const account = await accountById(deps.db, Number(payload.accountId))
    if (!account || account.state === 'deleted') return
    const letter = letterFor(account, deps.publicUrl, payload)
    await sendOnce(deps, String(payload.noticeKey), account.email, letter)
  }
}

/** The texts of the mail for each purpose. `page` is the screen that the link opens. */
const codeWords = {
  verify_account: {
    subject: 'Confirm your email',
    page: 'otp',
    button: 'Confirm my email',
    typed: 'Type this code to finish setting up your account:',
    unasked:
      'If you did not ask for an account, you do not need to do anything. No one can use this address without the code.',
  },
  reset_password: {
    subject: 'Choose a new password',
    page: 'reset-password',
    button: 'Choose a new password',
    typed: 'Type this code to choose a new password:',
    unasked: 'If you did not ask for this, you do not need to do anything. Your password stays the same.',
  },
  sign_in: {
    subject: 'Your login link',
    page: 'login-link',
    button: 'Log in',
    typed: '',
    unasked:
      'If you did not ask for this, you do not need to do anything. No one can use the link without this message.',
  },
} as const satisfies Record<CodeMail['purpose'], object>

/**
 * The mail with a link and, where codes are accepted, digits that do the same. Code and address are in the URL fragment,
 * which no server receives. The address may be unconfirmed, so the mail repeats nothing else that was typed.
 */
export function codeLetter(mail: CodeMail, publicUrl: string): Letter {
  const { subject, page, button, typed, unasked } = codeWords[mail.purpose]
  const opener = new URLSearchParams({ email: mail.to, code: mail.token })
  const href = `${publicUrl}/auth/${page}/${typeInPath(mail.type)}#${opener}`
  const until = formatMoment(mail.expiresAt)
  const linkAlone =
    mail.purpose === 'sign_in'
      ? 'Use this link on your own phone or computer. You do not need to type anything.'
      : 'Use this link. You cannot type a code at the moment. There were too many wrong codes.'
  const digits: Block[] =
    mail.digits === null
      ? [linkAlone]
      : [
          { kind: 'code', label: typed, digits: mail.digits },
          'Or use this link. You do not need to type anything.',
        ]
  const [inside, both, what] =
    mail.digits === null
      ? ['link inside works', 'It works', 'link']
      : ['code and the link inside work', 'Both work', 'code']
  // A login link without digits works for longer.
  const howLong = mail.purpose === 'sign_in' ? `until ${until} (Lagos time)` : 'for ten minutes'
  return {
    subject,
    preheader: `The ${inside} ${howLong}. Open this email on your own phone or computer.`,
    heading: subject,
    blocks: [
      ...digits,
      { kind: 'button', label: button, href },
      note(`${both} until ${until} (Lagos time), and only once.`),
      note(`No one from ${brand.name} will ever ask you for this ${what}. Do not share it.`),
      note(unasked),
    ],
  }
}

/** Tells the account owner that a registration was attempted with their address. */
export function registeredAgainLetter(account: AccountSummary, publicUrl: string): Letter {
  return {
    subject: 'You already have an account',
    preheader: 'Someone tried to register with your email address. Your account has not changed.',
    blocks: [
      greeting(account),
      `Someone, perhaps you, tried to open a ${brand.name} account with this email address. You already have one, so nothing has changed.`,
      { kind: 'button', label: 'Log in', href: `${publicUrl}/auth/login` },
      'Have you forgotten your password? You can choose a new one:',
      { kind: 'link', label: 'Choose a new password', href: forgotHref(account, publicUrl) },
      note('If it was not you, you do not need to do anything. No one has got into your account.'),
    ],
  }
}

/** Tells the owner that the password was changed. */
export function passwordChangedLetter(account: AccountSummary, publicUrl: string): Letter {
  const says = `The password of your ${brand.name} account was changed. We logged out every device. Your passkeys, and the links that you made to your results, no longer work. If it was you, log in with the new password.`
  return alertLetter(account, { subject: 'Your password was changed', blocks: [says] }, publicUrl)
}

/** Tells the account owner about a login after several wrong passwords. */
export function manyFailuresLetter(account: AccountSummary, publicUrl: string): Letter {
  const says = `Someone logged in to your ${brand.name} account after several wrong passwords. If it was you, you do not need to do anything.`
  const alert = { subject: 'A login after several wrong passwords', heading: 'Was this you?', blocks: [says] }
  return alertLetter(account, alert, publicUrl)
}

/** Tells the account owner about a login in a browser that was new to the account. */
export function newDeviceLetter(
  account: AccountSummary,
  login: { readonly browser: string; readonly at: Date },
  publicUrl: string,
): Letter {
  const says = `Someone logged in to your ${brand.name} account in a browser that we do not know: ${login.browser}, on ${formatMoment(login.at)} (Lagos time). If it was you, you do not need to do anything.`
  const list = { label: 'See where you are logged in', href: `${publicUrl}/settings/logins` }
  const blocks: Block[] = [says, { kind: 'link', ...list }]
  return alertLetter(
    account,
    { subject: 'New login to your account', heading: 'Was this you?', blocks },
    publicUrl,
  )
}

const loginChanges = {
  second_factor_on: {
    subject: 'Your second factor is on',
    says: 'An authenticator app was set up for your account. From now on you also need its six digits to log in. This applies to logins with the password, and with a link from an email.',
  },
  second_factor_off: {
    subject: 'Your second factor is off',
    says: 'The authenticator app of your account was removed. You no longer need its six digits to log in.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    says: 'A passkey was added to your account. It is on a phone or computer. Anyone who has that device and can unlock it can log in without your password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    says: 'A passkey was removed from your account. No one can log in with it any more.',
  },
} as const satisfies Record<LoginChange, { subject: string; says: string }>

/** Tells the account owner that the ways to log in have changed. */
export function loginChangedLetter(account: AccountSummary, change: LoginChange, publicUrl: string): Letter {
  const { subject, says } = loginChanges[change]
  const list = { label: 'Logins and browsers', href: `${publicUrl}/settings/logins` }
  return alertLetter(account, { subject, blocks: [says, { kind: 'link', ...list }] }, publicUrl)
}

/** The last mail to the owner of a deleted account. It says which data remains, and that the deletion was requested. */
function accountDeletedLetter(owner: { name: string }): Letter {
  return {
    subject: 'Your account is deleted',
    preheader:
      'We have removed your name, phone, address and email from it. This is our last email about it.',
    blocks: [
      greeting(owner),
      `Your ${brand.name} account is deleted. The request was made with its password. We have removed your name, phone number, address, email and saved labs from it. We logged out every device.`,
      'We keep paid orders without the account. The law requires this for health and money records.',
      note(`If it was not you, write to ${brand.supportEmail} at once.`),
    ],
  }
}

/** Tells the account owner that a recovery code was used to log in. */
function recoveryCodeLetter(account: AccountSummary, publicUrl: string): Letter {
  const says = `Someone logged in to your ${brand.name} account with a recovery code. They did not use the authenticator app. That code will not work again.`
  return alertLetter(account, { subject: 'A recovery code was used', blocks: [says] }, publicUrl)
}

/** Tells the account owner that an operator removed their authenticator app. */
function secondFactorResetLetter(account: AccountSummary, publicUrl: string): Letter {
  const isStaff = account.type !== 'user' && account.type !== 'doctor'
  const next = isStaff
    ? 'When you next log in, you set up an app again.'
    : 'You now log in with only your password. You can switch the second factor on again in your settings.'
  return {
    subject: 'Your authenticator app was reset',
    preheader: 'An operator has reset it. We logged out every device.',
    blocks: [
      greeting(account),
      `An operator of ${brand.name} has reset the authenticator app of your account. We removed its passkeys and logged out every device. ${next}`,
      { kind: 'button', label: 'Log in', href: `${publicUrl}/auth/login` },
      note(`If you did not ask for this, write to ${brand.supportEmail} at once.`),
    ],
  }
}

/** A mail about what happened to an account, with what to do if it was not the owner. */
function alertLetter(account: AccountSummary, alert: Omit<Letter, 'preheader'>, publicUrl: string): Letter {
  return {
    ...alert,
    preheader: 'If it was you, everything is fine. If not, choose a new password now and write to us.',
    blocks: [
      greeting(account),
      ...alert.blocks,
      `If it was not you, choose a new password now. This logs out every device. Then write to ${brand.supportEmail}.`,
      { kind: 'button', label: 'It was not me', href: forgotHref(account, publicUrl) },
    ],
  }
}

/** The page on which the account owner requests a mail to choose a new password. */
export function forgotHref(account: AccountSummary, publicUrl: string): string {
  return `${publicUrl}/auth/forgot-password/${typeInPath(account.type)}`
}

/** Operators use the patients' forms. */
function typeInPath(type: AccountSummary['type']): 'user' | 'doctor' {
  return type === 'doctor' ? 'doctor' : 'user'
}

/** Greets by first name, unless the stored name is older than the rule for names and breaks it. */
export function greeting({ name }: Pick<AccountSummary, 'name'>): string {
  if (nameProblem(name) !== null) return 'Hello,'
  const first = name.trim().split(/\s+/)[0] ?? ''
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(first) ? `Hello ${first},` : 'Hello,'
}
