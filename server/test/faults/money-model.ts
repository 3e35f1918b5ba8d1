/**
 * The expected state of an order, its attempts, its link and its owner’s credit, kept beside the real ones.
 * All in kobo.
 */
export type Model = {
  order: 'awaiting_payment' | 'scheduled' | 'cancelled' | 'expired'
  readonly total: number
  readonly attempts: Attempt[]
  link: 'none' | 'active' | 'revoked' | 'expired' | 'paid'
  credit: number
  /** When the unpaid order and its link end; hours from the start. */
  endsAt: number
  linkEndsAt: number
  hours: number
}

export type Attempt = {
  reference: string
  readonly due: number
  readonly credit: number
  readonly byLink: boolean
  /** What Paystack has taken, if it has. */
  captured: number | null
  state: 'started' | 'settled' | 'held' | 'refunding'
}

/** An order that was just placed, without a link. */
export function freshModel(total: number, credit: number): Model {
  return {
    order: 'awaiting_payment',
    total,
    attempts: [],
    link: 'none',
    credit,
    endsAt: 24,
    linkEndsAt: 0,
    hours: 0,
  }
}

/** Whether the order takes another attempt now. */
export function isPayable(model: Model): boolean {
  const held = model.attempts.some(({ state }) => state === 'held')
  return model.order === 'awaiting_payment' && model.hours < model.endsAt && !held
}

/** Whether the link takes a payment now. */
export function linkIsOpen(model: Model): boolean {
  return model.link === 'active' && model.hours < model.linkEndsAt
}

/**
 * The owner stops the link; an expired one is left to the scheduled job. The order waits as if there had been
 * none.
 */
export function stopLink(model: Model): void {
  if (!linkIsOpen(model)) return
  model.link = 'revoked'
  model.endsAt = Math.max(24, model.hours + 1)
}

/** Paystack’s answer about an attempt has reached us. */
export function learn(model: Model, attempt: Attempt): void {
  if (attempt.captured === null || attempt.state !== 'started') return
  if (attempt.captured !== attempt.due) attempt.state = 'held'
  else if (model.order === 'scheduled' || model.order === 'cancelled') attempt.state = 'refunding'
  else if (attempt.credit > model.credit) attempt.state = 'refunding'
  else payWith(model, attempt)
}

/** An attempt pays the order. */
export function payWith(model: Model, attempt: Attempt): void {
  attempt.state = 'settled'
  model.credit -= attempt.credit
  model.order = 'scheduled'
  if (model.link === 'active' || model.link === 'expired') model.link = 'paid'
}

/** The owner cancels; the order’s payment is refunded, and held money with it. */
export function cancel(model: Model, to: 'source' | 'credit'): void {
  for (const attempt of model.attempts) {
    if (attempt.state === 'held') attempt.state = 'refunding'
    if (attempt.state !== 'settled') continue
    attempt.state = 'refunding'
    model.credit += to === 'credit' ? attempt.due + attempt.credit : attempt.credit
  }
  model.order = 'cancelled'
  if (model.link === 'active') model.link = 'revoked'
}

/** The scheduled job ends an order whose time has run out. */
export function expire(model: Model): void {
  if (model.order !== 'awaiting_payment' || model.hours < model.endsAt) return
  model.order = 'expired'
  if (model.link === 'active') model.link = 'expired'
}
