import type { Secret } from '../../infra/config/secret.ts'
import { withoutPermit } from '../../infra/http/concurrency-limiter.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { openRateCounter } from '../../infra/http/rate-counter.ts'
import { addressAbout, tryAbout } from '../../infra/http/tries.ts'
import type { UseLimits } from '../../infra/http/use-limits.ts'
import type { MaybeProvider, Paystack } from './paystack/paystack.ts'
import { canStillSettle } from './policy.ts'
import * as repository from './repository.ts'
import { settleFromPaystack } from './settle.ts'

export type CheckDependencies = MaybeProvider & { readonly secret: Secret; readonly useLimits: UseLimits }

/** The window of the limits, in seconds: a minute. */
const window = 60
/** How many checks of one network address are allowed for each one that queries Paystack. */
const answeredForEach = 5
/** Milliseconds within which checks from outside do not query Paystack again about the same attempt. */
const justNow = 1500

/** Open queries of this process to Paystack, by reference. */
const underWay = new WeakMap<Paystack, Map<string, Promise<repository.PaymentRow>>>()

/**
 * Opens the public check of payments. A check returns the attempt as Paystack has it now. It returns the stored attempt if
 * Paystack was queried a moment ago, does not respond, or may not be queried more often: by this address, or by all
 * strangers together. Returns undefined for a reference that is not ours. Throws `too_many`, with the time to wait.
 */
export function openChecks(deps: CheckDependencies) {
  const { db, secret } = deps
  const { checksPerAddress, checksPerPayment } = deps.useLimits
  const count = {
    byAddress: openRateCounter(db, {
      name: 'checks-of-address',
      most: answeredForEach * checksPerAddress,
      seconds: window,
    }),
    byPayment: openRateCounter(db, { name: 'checks-of-payment', most: checksPerPayment, seconds: window }),
    queries: openRateCounter(db, { name: 'questions', most: checksPerAddress, seconds: window }),
  }
  return async ({
    reference,
    address,
  }: {
    reference: string
    address: string
  }): Promise<repository.PaymentRow | undefined> => {
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
    if (wasJustQueried(seen, deps.clock.now())) return seen
    if ((await count.queries(from)) > 0) return seen
    return await ask({ ...deps, paystack: deps.paystack }, seen)
  }
}

function refuseAfter(retryAfter: number, why: string): void {
  if (retryAfter === 0) return
  throw new DomainError('too_many', {
    retryAfter,
    message: `${why} Wait a minute, then look again. You need not pay again.`,
  })
}

function wasJustQueried({ asked_at: queriedAt }: repository.PaymentRow, now: Date): boolean {
  return queriedAt !== null && now.getTime() - queriedAt.getTime() < justNow
}

/** The result of another caller's query, if there is capacity to wait for it; otherwise the stored attempt. */
async function answerOf(
  running: Promise<repository.PaymentRow>,
  seen: repository.PaymentRow,
): Promise<repository.PaymentRow> {
  try {
    return await withoutPermit(() => running)
  } catch (error) {
    if (error instanceof DomainError) return seen
    throw error
  }
}

/** Queries Paystack, unless another caller in this or another process has just begun to. */
async function ask(
  deps: CheckDependencies & { readonly paystack: Paystack },
  seen: repository.PaymentRow,
): Promise<repository.PaymentRow> {
  const now = deps.clock.now()
  if (!(await repository.claimQuery(deps.db, seen.id, now, new Date(now.getTime() - justNow)))) return seen
  const open = underWay.get(deps.paystack) ?? new Map<string, Promise<repository.PaymentRow>>()
  underWay.set(deps.paystack, open)
  const query = settleFromPaystack(deps, seen.reference, 'spare').then((found) => found?.payment ?? seen)
  open.set(seen.reference, query)
  try {
    return await query
  } finally {
    open.delete(seen.reference)
  }
}
