import type { Db, Tx } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { addressAbout } from '../../../infra/http/tries.ts'
import type { UseLimits } from '../../../infra/http/use-limits.ts'
import { mailboxOf } from '../../accounts/index.ts'
import type { Unsold } from '../service-area/policy.ts'
import type { HoldingOrder } from './order-visit.ts'
import { type HoldAllowance, type Holder, holdLife, mostForNewcomers, mostHolds } from './policy.ts'
import * as repository from './repository.ts'

/** How much newcomers may hold, and the network of this request. */
export function holdAllowanceOf(
  { secret, useLimits }: { readonly secret: Secret; readonly useLimits: UseLimits },
  address: string,
): HoldAllowance {
  return {
    network: addressAbout(secret, 'held visits', address),
    perNewcomer: useLimits.visitHoldsOfNewcomer,
    perNetwork: useLimits.visitHoldsPerNetwork,
  }
}

/** The holder of an order's place. */
export async function holderOf(
  db: Db,
  order: Pick<HoldingOrder, 'account_id' | 'patient_phone'>,
  allowance: HoldAllowance | null,
): Promise<Holder> {
  const { email, isNewcomer } = await repository.ownerOf(db, order.account_id)
  return { mailbox: mailboxOf(email), phone: order.patient_phone, isNewcomer, allowance }
}

/**
 * Checks that a holder may hold one more place, not counting the given order. A mailbox holds at most three; a newcomer
 * fewer (usually one), also counted by the patient's phone. Concurrent transactions for the same mailbox or phone wait
 * until this one ends. Throws `too_many_holds`.
 */
export async function assertMayHold(tx: Tx, holder: Holder, orderId: number, now: Date): Promise<void> {
  const held = await repository.countHolds(tx, holder, orderId, now)
  const perNewcomer = holder.allowance?.perNewcomer ?? Number.POSITIVE_INFINITY
  if (held.ofMailbox >= mostHolds) throw new DomainError('too_many_holds', { retryAfter })
  if (holder.isNewcomer && Math.max(held.ofMailbox, held.ofPhone) >= perNewcomer)
    throw new DomainError('too_many_holds', {
      retryAfter,
      message:
        'A home visit of this account or for this phone is not paid yet. Pay or cancel it first, or wait ten minutes.',
    })
}

const retryAfter = holdLife / 1000

/**
 * A locked window with its slot, for an order that has no place in it yet; how many visits its location makes in it, and
 * how much of the day is unsold around the patient.
 */
type Locked = repository.Window & {
  readonly orderId: number
  readonly slotId: number
  readonly places: number
  readonly around: Unsold
}

/**
 * Whether a window has a place left for a holder. Always true for known holders. For a newcomer: unless newcomers already
 * hold two thirds of the unsold places of the window, or of the unsold visits of the day around the patient. Throws
 * `too_many_holds` if newcomers of the same network hold as many places of the location's day as they may. The caller holds
 * the lock of the day.
 */
export async function isLeftFor(
  tx: Tx,
  { isNewcomer, allowance }: Holder,
  { orderId, slotId, places, around, ...at }: Locked,
  now: Date,
): Promise<boolean> {
  if (!isNewcomer) return true
  const { sold, newcomers } = await repository.usedIn(tx, slotId, now)
  if (newcomers >= mostForNewcomers(places - sold) || around.newcomers >= mostForNewcomers(around.unsold))
    return false
  if (
    allowance &&
    (await repository.heldFrom(tx, allowance.network, { ...at, but: orderId }, now)) >= allowance.perNetwork
  )
    throw new DomainError('too_many_holds', {
      retryAfter,
      message:
        'Many home visits of that day from your network are not paid yet. Choose another day, or wait ten minutes.',
    })
  return true
}
