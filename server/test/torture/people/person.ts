import { setTimeout as pause } from 'node:timers/promises'
import { type Endpoint, type ReplyOf, signIn } from '@labalaba/contract'
import { type Caller, callerOf, type Sent } from '../../caller.ts'
import { count, type Promises } from '../promises.ts'

/** Somebody who uses the site, and signs in again whenever they must. */
export type Person = {
  readonly email: string
  /** What was answered well; null where nothing came, or a refusal. */
  ask<E extends Endpoint>(what: string, endpoint: E, sent?: Sent<E>): Promise<ReplyOf<E> | null>
}

export type Credentials = { readonly email: string; readonly password: string }

/** Times that a call may answer in whatever is broken: nothing at all, busy, or cannot reach Paystack. */
const honest = new Set(['busy', 'payment_provider_down', 'paystack_silent', 'too_many'])

/** A person of a site; without credentials, a stranger with a link. */
export function personOf(site: string, credentials: Credentials | null, promises: Promises): Person {
  let signedIn: Caller | null = credentials ? null : callerOf(site)

  async function caller(): Promise<Caller | null> {
    if (signedIn || !credentials) return signedIn
    const basic = Buffer.from(`${credentials.email}:${credentials.password}`).toString('base64')
    const answer = await callerOf(site, `Basic ${basic}`)(signIn)
    if (answer.httpStatus === 200) signedIn = callerOf(site, `Bearer ${answer.data.authid}`)
    return signedIn
  }

  return {
    email: credentials?.email ?? 'a stranger',
    async ask(what, endpoint, sent) {
      try {
        const call = await caller()
        if (!call) return null
        const answer = await call(endpoint, sent)
        if (answer.httpStatus === 401 && credentials) signedIn = null
        if (answer.httpStatus === 200) {
          count(promises.done, what)
          return answer.data
        }
        count(promises.refused, `${what}: ${answer.httpStatus} ${answer.code ?? ''}`)
        if (answer.httpStatus >= 500 && !honest.has(answer.code ?? ''))
          promises.wrong.push(`${what}: ${answer.httpStatus} ${answer.code ?? ''} ${answer.message}`)
        if (answer.httpStatus === 503) await pause(300)
        return null
      } catch {
        count(promises.refused, `${what}: no answer`)
        await pause(300)
        return null
      }
    },
  }
}
