import { type Challenge, passSecondFactor, signIn } from '@labalaba/contract'
import { Secret, TOTP } from 'otpauth'
import { callerOf } from '../../caller.ts'

/** The credentials of a person, and for staff the clock of the phone with their authenticator app. */
export type Credentials = {
  readonly email: string
  readonly password: string
  readonly phone?: () => Date
}

/** An answer that does not fit the request. */
export type Refused = { readonly httpStatus: number; readonly code?: string; readonly message: string }

/**
 * Signs a person in as often as needed, with the digits of their app if required; the first time sets the app
 * up.
 */
export function doorFor(
  site: string,
  { email, password, phone }: Credentials,
): () => Promise<{ readonly token: string } | Refused> {
  const basic = Buffer.from(`${email}:${password}`).toString('base64')
  let app: TOTP | null = null

  async function pass({ token, enrol }: Challenge, now: Date) {
    // It is stored before it is used, so that a lost answer does not lose it.
    if (enrol) app = new TOTP({ secret: Secret.fromBase32(enrol.key) })
    if (!app) throw new Error('a second factor is asked for that was never set up')
    const code = app.generate({ timestamp: now.getTime() })
    const answer = await callerOf(site)(passSecondFactor, { body: { challenge: token, code } })
    return answer.httpStatus === 200 ? { token: answer.data.authid } : answer
  }

  return async () => {
    const answer = await callerOf(site, `Basic ${basic}`)(signIn)
    if (answer.httpStatus !== 200) return answer
    const { authid, challenge } = answer.data
    if (authid !== null) return { token: authid }
    if (!challenge || !phone) throw new Error(`${email} cannot sign in`)
    return await pass(challenge, phone())
  }
}
