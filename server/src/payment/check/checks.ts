import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { leavePlaceFor } from '../../platform/concurrency-limiter.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { openRateCounter } from '../../platform/rate-counter.ts'
import type { Secret } from '../../platform/secret.ts'
import { addressAbout, tryAbout } from '../../platform/tries.ts'
import type { UseLimits } from '../../platform/use-limits.ts'
import type { Paystack } from '../paystack/paystack.ts'
import * as repository from '../repository.ts'
import { canStillSettle, lookUp } from '../settle.ts'

export type CheckDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  /** Null where payments are not configured. */
  readonly paystack: Paystack | null
  readonly useLimits: UseLimits
}

export type Check = { readonly reference: string; readonly address: string }

/** A minute, in seconds: the window of the limits. */
const window = 60
/** How many checks of one address are answered for each about which Paystack is asked. */
const answeredForEach = 5
/** Milliseconds within which nobody from outside has Paystack asked again about one attempt. */
const justNow = 1500

/** Questions of this process to Paystack that have no answer yet, by reference. */
const underWay = new WeakMap<Paystack, Map<string, Promise<repository.PaymentRow>>>()

/**
 * Opens the checks that anybody may ask for. A check answers the attempt as Paystack says it is now; or as the database has
 * it, where Paystack was asked moments ago, does not answer, or may not be asked more often: by this address, or by all
 * strangers together. Answers undefined for a reference that is not ours. Refuses `too_many`, with the time to wait.
 */
export function openChecks(deps: CheckDependencies) {
  const { db, secret } = deps
  const { checksPerAddress, checksPerPayment } = deps.useLimits
  const count = {
    byAddress: openRateCounter(db, {
      ...{ name: 'checks-of-address', most: answeredForEach * checksPerAddress, seconds: window },
    }),
    byPayment: openRateCounter(db, { name: 'checks-of-payment', most: checksPerPayment, seconds: window }),
    questions: openRateCounter(db, { name: 'questions', most: checksPerAddress, seconds: window }),
  }
  return async ({ reference, address }: Check): Promise<repository.PaymentRow | undefined> => {
    const from = addressAbout(secret, 'payment checks', address)
    refuseAfter(await count.byAddress(from), 'Payments are checked very often from your network.')
    const seen = await repository.paymentByReference(db, reference)
    if (!seen) return undefined
    refuseAfter(
      await count.byPayment(tryAbout(secret, 'payment checks', reference)),
      'This payment is checked very often.',
    )
    if (!deps.paystack || !canStillSettle(seen)) return seen
    const running = underWay.get(deps.paystack)?.get(reference)
    if (running) return await answerOf(running, seen)
    if (wasJustAsked(seen, deps.clock.now())) return seen
    if ((await count.questions(from)) > 0) return seen
    return await ask({ ...deps, paystack: deps.paystack }, seen)
  }
}

function refuseAfter(retryAfter: number, why: string): void {
  if (retryAfter === 0) return
  throw new DomainError('too_many', {
    ...{ retryAfter, message: `${why} Wait a minute, then look again. You need not pay again.` },
  })
}

function wasJustAsked({ asked_at: askedAt }: repository.PaymentRow, now: Date): boolean {
  return askedAt !== null && now.getTime() - askedAt.getTime() < justNow
}

/** The answer to a question of somebody else, where there is room to wait for it. */
async function answerOf(
  running: Promise<repository.PaymentRow>,
  seen: repository.PaymentRow,
): Promise<repository.PaymentRow> {
  try {
    return await leavePlaceFor(() => running)
  } catch (error) {
    if (error instanceof DomainError) return seen
    throw error
  }
}

/** Asks Paystack where nobody else has begun to, in this process or another. */
async function ask(
  deps: CheckDependencies & { readonly paystack: Paystack },
  seen: repository.PaymentRow,
): Promise<repository.PaymentRow> {
  const now = deps.clock.now()
  if (!(await repository.claimQuestion(deps.db, seen.id, now, new Date(now.getTime() - justNow)))) return seen
  const open = underWay.get(deps.paystack) ?? new Map<string, Promise<repository.PaymentRow>>()
  underWay.set(deps.paystack, open)
  const question = lookUp(deps, seen.reference, 'spare').then((found) => found?.payment ?? seen)
  open.set(seen.reference, question)
  try {
    return await question
  } finally {
    open.delete(seen.reference)
  }
}
