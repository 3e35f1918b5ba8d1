import * as contract from '@labalaba/contract'
import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { newDevice } from '../platform/device.ts'
import { type Server, serve } from '../platform/http.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Secret } from '../platform/secret.ts'
import { deleteOwnAccount, type LetGo } from './deletion/deletion.ts'
import { confirmPassword } from './password/confirm-password.ts'
import type { Hasher } from './password/passwords.ts'
import { checkCode, resetPassword } from './password/reset-password.ts'
import { presentProfile } from './present.ts'
import { completeProfile } from './profile.ts'
import { register } from './registration/register.ts'
import { requestCode, verify } from './registration/verify.ts'
import * as rows from './rows.ts'
import { passChallenge } from './second-factor/challenge.ts'
import { signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'

export type AccountNeeds = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly hasher: Hasher
  /** How the slices above let go of an account that is deleted. */
  readonly letGo: LetGo
}

const codeSent = 'an otp has been sent to your email'

/** Serves registering, codes, passwords, signing in and out, and the own profile. */
export function accountRoutes(server: Server, needs: AccountNeeds): void {
  codeRoutes(server, needs)
  passwordRoutes(server, needs)
  sessionRoutes(server, needs)
}

function codeRoutes(server: Server, needs: AccountNeeds): void {
  serve(server, contract.createAccount, async ({ body, device }) => {
    const known = device ?? newDevice()
    await register(needs, body, known.hash)
    const message = 'signup successful, an email verification has been sent to your email'
    return { data: {}, message, device: known }
  })
  serve(server, contract.resendCode, async ({ body }) => {
    await requestCode(needs, body.email, 'verify_account')
    return { data: {}, message: codeSent }
  })
  serve(server, contract.verifyAccount, async ({ body, log, device }) => {
    const { choosesPassword } = await verify(needs, body, device?.hash ?? null, log)
    const data = choosesPassword ? { next: 'choose_password' as const } : {}
    return { data, message: 'your email is confirmed, you can now log in' }
  })
}

function passwordRoutes(server: Server, needs: AccountNeeds): void {
  serve(server, contract.forgotPassword, async ({ body }) => {
    await requestCode(needs, body.email, 'reset_password')
    return { data: {}, message: codeSent }
  })
  serve(server, contract.verifyCode, async ({ body, log }) => {
    await checkCode(needs, body, log)
    return { data: {}, message: 'the code is right, choose a new password' }
  })
  serve(server, contract.updatePassword, async ({ body, log }) => {
    await resetPassword(needs, body, log)
    return { data: {}, message: 'password reset successfully' }
  })
}

function sessionRoutes(server: Server, needs: AccountNeeds): void {
  serve(server, contract.signIn, async ({ credentials }) => {
    const { account, session, challenge } = await signIn(needs, credentials)
    const details = presentProfile(account)
    const expiresAt = session?.expiresAt.toISOString() ?? null
    return { data: { details, authid: session?.token ?? null, expiresAt, challenge } }
  })
  serve(server, contract.passSecondFactor, async ({ body }) => {
    const { account, session, recoveryCodes } = await passChallenge(needs, body)
    const details = presentProfile(account)
    return {
      data: { details, authid: session.token, expiresAt: session.expiresAt.toISOString(), recoveryCodes },
    }
  })
  serve(server, contract.confirmSession, async ({ viewer, body }) => {
    await confirmPassword(needs, viewer, body.password)
    return { data: {}, message: 'thank you' }
  })
  serve(server, contract.signOut, async ({ viewer }) => {
    await signOut(needs.db, needs.clock, viewer.tokenHash)
    return { data: {} }
  })
  serve(server, contract.myProfile, async ({ viewer }) => {
    const account = await rows.accountById(needs.db, viewer.accountId)
    if (!account) throw new Refusal('invalid_token')
    return { data: presentProfile(account) }
  })
  serve(server, contract.completeProfile, async ({ viewer, body }) => {
    return { data: presentProfile(await completeProfile(needs, viewer.accountId, body)) }
  })
  serve(server, contract.deleteAccount, async ({ viewer, body }) => {
    await deleteOwnAccount(needs, viewer.accountId, body.password)
    return { data: {}, message: 'your account is deleted' }
  })
}
