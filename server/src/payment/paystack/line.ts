import { setTimeout as pause } from 'node:timers/promises'
import { leavePlaceFor } from '../../platform/concurrency-limiter.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Log } from '../../platform/log.ts'
import { openBreaker } from './breaker.ts'
import { openBucket, type Urgency } from './bucket.ts'
import { ask, type Outcome, type Reader, type Request } from './call.ts'

/** How hard we may lean on Paystack, which publishes no limit. A load bench or a trial lifts these. */
export type Limits = {
  /** Calls a second, of each process. */
  readonly perSecond: number
  /** How many may go out at once after a quiet time. */
  readonly burst: number
  /** How long nothing is asked after five calls in a row without an answer, in milliseconds. */
  readonly restMs: number
}

export const usualLimits: Limits = { perSecond: 5, burst: 10, restMs: 10_000 }

/** A call with its patience: `seconds` are for all of it, waiting and tries together. */
export type Line = <T>(request: Request, urgency: Urgency, read: Reader<T>) => Promise<Outcome<T>>

/** One call as the parts below make it: what, where, how urgent, how read, and what is sent. */
export type Call = <T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  urgency: Urgency,
  read: Reader<T>,
  body?: object,
) => Promise<Outcome<T>>

/** When what a list holds was made; both ends count. */
export type Span = { readonly from: Date; readonly to: Date }

const tries = 4
const firstPause = 200
/** Too little time left for a try to be worth it. */
const tooShort = 50

/**
 * Opens the one way to Paystack. Reads that were not answered are tried three times more, with growing pauses that no two
 * share; whatever changes something is sent once, as only a look-up can tell what came of it. The call of a person that
 * waits for it leaves its place to others meanwhile; where too many wait so, nothing is asked.
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
