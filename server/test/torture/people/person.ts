import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoint, ReplyOf } from '@labalaba/contract'
import { type Caller, callerOf, type Sent } from '../../caller.ts'
import { count, type Promises } from '../promises.ts'
import { type Credentials, doorFor, type Refused } from './signing-in.ts'

/** A user of the site, who signs in again when needed. */
export type Person = {
  readonly email: string
  /** A good answer; null if there was none, or a refusal. */
  ask<E extends Endpoint>(what: string, endpoint: E, sent?: Sent<E>): Promise<ReplyOf<E> | null>
}

/** Answers that any call may give during faults: none, busy, or “cannot reach Paystack”. */
const honest = new Set(['busy', 'payment_provider_down', 'payments_busy', 'paystack_silent', 'too_many'])

/** A person of a site; without credentials, a stranger with a link. */
export function personOf(site: string, credentials: Credentials | null, promises: Promises): Person {
  const enter = credentials && doorFor(site, credentials)
  let signedIn: Caller | null = enter ? null : callerOf(site)
  let entering: Promise<Caller | null> | null = null

  async function signIn(door: NonNullable<typeof enter>): Promise<Caller | null> {
    const came = await door()
    if ('token' in came) {
      signedIn = callerOf(site, `Bearer ${came.token}`)
      return signedIn
    }
    noteRefusal('sign in', came, promises)
    await pause(1000)
    return null
  }

  /** Two concurrent acts of a person sign in once. */
  async function caller(): Promise<Caller | null> {
    if (signedIn || !enter) return signedIn
    entering ??= signIn(enter).finally(() => {
      entering = null
    })
    return await entering
  }

  return {
    email: credentials?.email ?? 'a stranger',
    async ask(what, endpoint, sent) {
      const from = Date.now()
      const note = (served: boolean) => {
        if (what === 'book') promises.bookings.push({ from, to: Date.now(), served })
      }
      try {
        const call = await caller()
        if (!call) {
          note(false)
          return null
        }
        const answer = await call(endpoint, sent)
        note(answer.httpStatus < 500)
        if (answer.httpStatus === 401 && enter && signedIn === call) signedIn = null
        if (answer.httpStatus === 200) {
          count(promises.done, what)
          return answer.data
        }
        noteRefusal(what, answer, promises)
        if (answer.httpStatus === 503) await pause(300)
        return null
      } catch {
        count(promises.refused, `${what}: no answer`)
        note(false)
        await pause(300)
        return null
      }
    },
  }
}

function noteRefusal(what: string, { httpStatus, code = '', message }: Refused, promises: Promises): void {
  count(promises.refused, `${what}: ${httpStatus} ${code}`)
  if (httpStatus >= 500 && !honest.has(code)) promises.wrong.push(`${what}: ${httpStatus} ${code} ${message}`)
}
