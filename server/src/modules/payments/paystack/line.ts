import { setTimeout as pause } from 'node:timers/promises'
import { leavePlaceFor } from '../../../infra/http/concurrency-limiter.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Log } from '../../../infra/observability/log.ts'
import { openBreaker } from './breaker.ts'
import { openBucket, type Urgency } from './bucket.ts'
import { ask, type Outcome, type Reader, type Request } from './call.ts'

/** Our limits for calls to Paystack, which publishes none. Load tests and trials lift these. */
export type Limits = {
  /** Calls per second, for each process. */
  readonly perSecond: number
  /** How many calls may go out together after a quiet time. */
  readonly burst: number
  /** How long calls stop after five in a row without response, in milliseconds. */
  readonly restMs: number
}

export const usualLimits: Limits = { perSecond: 5, burst: 10, restMs: 10_000 }

/** A call with its time limit: `seconds` covers all of it, waiting and tries together. */
export type Line = <T>(request: Request, urgency: Urgency, read: Reader<T>) => Promise<Outcome<T>>

/** One call as the modules below make it: method, path, urgency, reader and body. */
export type Call = <T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  urgency: Urgency,
  read: Reader<T>,
  body?: object,
) => Promise<Outcome<T>>

/** When the listed rows were made; both ends are included. */
export type Span = { readonly from: Date; readonly to: Date }

const tries = 4
const firstPause = 200
/** With less time left than this, in milliseconds, no further try is made. */
const tooShort = 50

/**
 * Opens the only way to Paystack. Reads without response are tried three times more, with growing random pauses. Calls that
 * change something are sent once, because only a look-up can tell their outcome. A user's request gives its place in the
 * concurrency limiter to others while it waits; if too many wait so, no call is made.
 */
export function openLine(log: Log, { perSecond, burst, restMs }: Limits): Line {
  const bucket = openBucket(perSecond, burst)
  const breaker = openBreaker(restMs, (tripped) =>
    log.warn(
      { provider: 'paystack' },
      tripped ? 'does not answer: asked no more for a while' : 'answers again',
    ),
  )

  async function once<T>(request: Request, urgency: Urgency, read: Reader<T>): Promise<Outcome<T>> {
    const began = performance.now()
    if (breaker.rests()) return { kind: 'unknown', why: 'resting' }
    if (!(await bucket.take(urgency, request.seconds * 1000))) return { kind: 'unknown', why: 'crowded' }
    if (!breaker.may()) return { kind: 'unknown', why: 'resting' }
    const left = request.seconds - (performance.now() - began) / 1000
    const outcome = await ask(log, { ...request, seconds: Math.max(left, tooShort / 1000) }, read)
    breaker.heard(outcome.kind !== 'unknown')
    return outcome
  }

  async function again<T>(request: Request, urgency: Urgency, read: Reader<T>): Promise<Outcome<T>> {
    const until = performance.now() + request.seconds * 1000
    let outcome = await once(request, urgency, read)
    for (let turn = 1; turn < tries && worthAgain(request, outcome); turn += 1) {
      const rest = firstPause * 2 ** (turn - 1) * (0.5 + Math.random())
      const left = until - performance.now() - rest
      if (left < tooShort) break
      await pause(rest)
      outcome = await once({ ...request, seconds: left / 1000 }, urgency, read)
    }
    return outcome
  }

  return async (request, urgency, read) => {
    try {
      return await leavePlaceFor(() => again(request, urgency, read))
    } catch (error) {
      if (error instanceof DomainError) return { kind: 'unknown', why: 'crowded' }
      throw error
    }
  }
}

function worthAgain({ method }: Request, outcome: Outcome<unknown>): boolean {
  return (
    method === 'GET' && outcome.kind === 'unknown' && outcome.why !== 'resting' && outcome.why !== 'crowded'
  )
}
