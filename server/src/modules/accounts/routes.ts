import * as contract from '@labalaba/contract'
import { type Device, newDevice } from '../../infra/http/device.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import type { Issued } from './code/codes.ts'
import type { MailLimits } from './code/network-mails.ts'
import { deleteOwnAccount, type OnAccountDeleted } from './deletion/deletion.ts'
import { endDevice, endOtherDevices, ownDevices } from './device/devices.ts'
import { addOwnPasskey, ownPasskeys, removeOwnPasskey, startAdding } from './passkey/passkeys.ts'
import { confirmByPasskey, signInWithPasskey, startConfirming, startSignIn } from './passkey/use.ts'
import { confirmPassword } from './password/confirm-password.ts'
import type { PasswordDependencies } from './password/passwords.ts'
import { checkCode, resetPassword } from './password/reset-password.ts'
import { presentEntered, presentEntry, presentProfile } from './present.ts'
import { completeProfile } from './profile.ts'
import { register } from './registration/register.ts'
import { requestCode, verify } from './registration/verify.ts'
import * as repository from './repository.ts'
import { passChallenge } from './second-factor/challenge.ts'
import { confirmFactor, endFactor, factorStatus, startFactor } from './second-factor/settings.ts'
import { signOut } from './sessions.ts'
import { openLoginLink, signIn } from './sign-in.ts'
import { waitWords } from './tries/failures.ts'
import type { Origin } from './tries/source.ts'

export type AccountDependencies = MailLimits &
  PasswordDependencies & {
    /** The configured address of the site. */
    readonly publicUrl: string
    /** Detaches the data of the modules above from a deleted account. */
    readonly onAccountDeleted: OnAccountDeleted
  }

const codeSent = 'an otp has been sent to your email'
const linkSent = 'a login link has been sent to your email, if there is an account with it'
const spareSent =
  'There were many requests for mails, so this link works for an hour and you can get the next one in an hour'

/** Where a call comes from. A browser without a cookie gets one with the answer. */
function originOf({ address, agent, device }: Origin): Origin & { readonly device: Device } {
  return { address, agent, device: device ?? newDevice() }
}

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
  serve(server, contract.createAccount, async ({ body, ...call }) => {
    const origin = originOf(call)
    await register(deps, body, origin)
    const message = 'signup successful, an email verification has been sent to your email'
    return { data: {}, message, device: origin.device }
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
  serve(server, contract.signIn, async ({ credentials, log, ...call }) => {
    const origin = originOf(call)
    return { data: presentEntry(await signIn(deps, credentials, origin, log)), device: origin.device }
  })
  serve(server, contract.mailLoginLink, async ({ body: { email }, ...origin }) => {
    return mailAsked(await requestCode(deps, { email, purpose: 'sign_in' }, origin), linkSent)
  })
  serve(server, contract.openLoginLink, async ({ body, ...call }) => {
    const origin = originOf(call)
    return { data: presentEntry(await openLoginLink(deps, body, origin)), device: origin.device }
  })
  serve(server, contract.passSecondFactor, async ({ body, ...call }) => {
    const origin = originOf(call)
    const { recoveryCodes, ...entered } = await passChallenge(deps, body, origin)
    return { data: { ...presentEntered(entered), recoveryCodes }, device: origin.device }
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

function deviceRoutes(server: Server, deps: AccountDependencies): void {
  serve(server, contract.listOwnDevices, async ({ actor }) => ({
    data: { devices: await ownDevices(deps, actor) },
  }))
  serve(server, contract.endDevice, async ({ actor, params }) => {
    await endDevice(deps, actor, params.device)
    return { data: {} }
  })
  serve(server, contract.endOtherDevices, async ({ actor }) => {
    await endOtherDevices(deps, actor)
    return { data: {} }
  })
}

function passkeyRoutes(server: Server, deps: AccountDependencies): void {
  serve(server, contract.listPasskeys, async ({ actor }) => ({
    data: { passkeys: await ownPasskeys(deps.db, actor.accountId) },
  }))
  serve(server, contract.startPasskey, async ({ actor }) => ({ data: await startAdding(deps, actor) }))
  serve(server, contract.addPasskey, async ({ actor, body, agent }) => ({
    data: await addOwnPasskey(deps, actor, body, agent),
  }))
  serve(server, contract.removePasskey, async ({ actor, params }) => {
    await removeOwnPasskey(deps, actor, params.passkey)
    return { data: {} }
  })
  serve(server, contract.startPasskeySignIn, async (call) => {
    const origin = originOf(call)
    return { data: await startSignIn(deps, origin), device: origin.device }
  })
  serve(server, contract.passkeySignIn, async ({ body, log, ...call }) => {
    const origin = originOf(call)
    const entered = await signInWithPasskey(deps, body, origin, log)
    return { data: presentEntered(entered), device: origin.device }
  })
  serve(server, contract.startPasskeyConfirmation, async ({ actor }) => ({
    data: await startConfirming(deps, actor),
  }))
  serve(server, contract.confirmWithPasskey, async ({ actor, body, log }) => {
    await confirmByPasskey(deps, actor, body, log)
    return { data: {} }
  })
}

function factorRoutes(server: Server, deps: AccountDependencies): void {
  serve(server, contract.readSecondFactor, async ({ actor }) => ({
    data: await factorStatus(deps.db, actor),
  }))
  serve(server, contract.startSecondFactor, async ({ actor }) => ({
    data: { enrol: await startFactor(deps, actor) },
  }))
  serve(server, contract.confirmSecondFactor, async ({ actor, body, ...origin }) => ({
    data: { recoveryCodes: await confirmFactor(deps, actor, body.code, origin) },
  }))
  serve(server, contract.endSecondFactor, async ({ actor }) => {
    await endFactor(deps, actor)
    return { data: {} }
  })
}
