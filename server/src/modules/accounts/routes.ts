import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { newDevice } from '../../infra/http/device.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import type { Issued } from './code/codes.ts'
import type { MailLimits } from './code/network-mails.ts'
import { deleteOwnAccount, type OnAccountDeleted } from './deletion/deletion.ts'
import { deviceRoutes } from './device/routes.ts'
import { passkeyRoutes } from './passkey/routes.ts'
import { confirmPassword } from './password/confirm-password.ts'
import type { Hasher } from './password/passwords.ts'
import { checkCode, resetPassword } from './password/reset-password.ts'
import { presentEntry, presentProfile } from './present.ts'
import { completeProfile } from './profile.ts'
import { register } from './registration/register.ts'
import { requestCode, verify } from './registration/verify.ts'
import * as repository from './repository.ts'
import { passChallenge } from './second-factor/challenge.ts'
import { factorRoutes } from './second-factor/routes.ts'
import { signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { openLoginLink } from './sign-in-link.ts'
import { waitWords } from './tries/wait-words.ts'

export type AccountDependencies = MailLimits & {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly hasher: Hasher
  /** The configured address of the site. */
  readonly publicUrl: string
  /** Detaches the data of the modules above from a deleted account. */
  readonly onAccountDeleted: OnAccountDeleted
}

const codeSent = 'an otp has been sent to your email'
const linkSent = 'a login link has been sent to your email, if there is an account with it'
const spareSent =
  'There were many requests for mails, so this link works for an hour and you can get the next one in an hour'

/** The response to a request for a mail. */
function mailAsked({ pause, isSpare }: Issued, sent: string, otherwise = '') {
  if (isSpare) return { data: {}, message: `${sent}. ${spareSent}` }
  if (pause === 0) return { data: {}, message: sent }
  const message = `use the newest mail that we sent you, or ask for another in ${waitWords(pause)}`
  const isLong = pause > 3600 && otherwise !== ''
  return { data: { retryAfter: pause }, message: isLong ? `${message}. ${otherwise}` : message }
}

/**
 * Serves registration, codes, passwords, sign-in, sign-out, and the user's browsers, second factor, passkeys and profile.
 */
export function accountRoutes(server: Server, deps: AccountDependencies): void {
  codeRoutes(server, deps)
  passwordRoutes(server, deps)
  sessionRoutes(server, deps)
  deviceRoutes(server, deps)
  factorRoutes(server, deps)
  passkeyRoutes(server, deps)
}

function codeRoutes(server: Server, deps: AccountDependencies): void {
  serve(server, contract.createAccount, async ({ body, device, address, agent }) => {
    const known = device ?? newDevice()
    await register(deps, body, { device: known, address, agent })
    const message = 'signup successful, an email verification has been sent to your email'
    return { data: {}, message, device: known }
  })
  serve(server, contract.resendCode, async ({ body: { email }, ...origin }) => {
    return mailAsked(await requestCode(deps, { email, purpose: 'verify_account' }, origin), codeSent)
  })
  serve(server, contract.verifyAccount, async ({ body, log, ...origin }) => {
    const { choosesPassword } = await verify(deps, body, origin, log)
    const data = choosesPassword ? { next: 'choose_password' as const } : {}
    return { data, message: 'your email is confirmed, you can now log in' }
  })
}

function passwordRoutes(server: Server, deps: AccountDependencies): void {
  serve(server, contract.forgotPassword, async ({ body: { email }, ...origin }) => {
    const issued = await requestCode(deps, { email, purpose: 'reset_password' }, origin)
    return mailAsked(issued, codeSent, 'You can also log in with a link that we mail you')
  })
  serve(server, contract.verifyCode, async ({ body, log, ...origin }) => {
    await checkCode(deps, { ...body, origin }, log)
    return { data: {}, message: 'the code is right, choose a new password' }
  })
  serve(server, contract.updatePassword, async ({ body, log, ...origin }) => {
    await resetPassword(deps, { ...body, origin }, log)
    return { data: {}, message: 'password reset successfully' }
  })
}

function sessionRoutes(server: Server, deps: AccountDependencies): void {
  serve(server, contract.signIn, async ({ credentials, address, agent, device, log }) => {
    const known = device ?? newDevice()
    const signedIn = await signIn(deps, credentials, { address, agent, device: known }, log)
    return { data: presentEntry(signedIn), device: known }
  })
  serve(server, contract.mailLoginLink, async ({ body: { email }, ...origin }) => {
    return mailAsked(await requestCode(deps, { email, purpose: 'sign_in' }, origin), linkSent)
  })
  serve(server, contract.openLoginLink, async ({ body, address, agent, device }) => {
    const known = device ?? newDevice()
    return {
      data: presentEntry(await openLoginLink(deps, body, { address, agent, device: known })),
      device: known,
    }
  })
  serve(server, contract.passSecondFactor, async ({ body, address, agent, device }) => {
    const known = device ?? newDevice()
    const { account, session, recoveryCodes } = await passChallenge(deps, body, {
      address,
      agent,
      device: known,
    })
    const details = presentProfile(account)
    return {
      data: { details, authid: session.token, expiresAt: session.expiresAt.toISOString(), recoveryCodes },
      device: known,
    }
  })
  serve(server, contract.confirmSession, async ({ actor, body }) => {
    await confirmPassword(deps, actor, body.password)
    return { data: {}, message: 'thank you' }
  })
  serve(server, contract.signOut, async ({ actor }) => {
    await signOut(deps.db, deps.clock, actor.tokenHash)
    return { data: {} }
  })
  serve(server, contract.myProfile, async ({ actor }) => {
    const account = await repository.accountById(deps.db, actor.accountId)
    if (!account) throw new DomainError('invalid_token')
    return { data: presentProfile(account) }
  })
  serve(server, contract.completeProfile, async ({ actor, body }) => {
    return { data: presentProfile(await completeProfile(deps, actor.accountId, body)) }
  })
  serve(server, contract.deleteAccount, async ({ actor, body }) => {
    await deleteOwnAccount(deps, actor, body.password)
    return { data: {}, message: 'your account is deleted' }
  })
}
