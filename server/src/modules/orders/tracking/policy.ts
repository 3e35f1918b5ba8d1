import type { ByWhom, Progress } from '@labalaba/contract'
import type { Secret } from '../../../infra/config/secret.ts'
import { firstName } from '../../../infra/first-name.ts'
import type { OrderState } from '../order-state-machine.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** The most wrong tries for one order id, and from one network address, which many phones may share. */
export const perOrder = { most: 8, window: 15 * minute }
export const perAddress = { most: 40, window: 15 * minute }

/** How long the link in a mail works after the order has ended, in milliseconds; before that it always works. */
const linkLifeAfterEnd = 90 * day

const alphabet = /^[0-9A-HJKMNP-TV-Z]{16}$/

/**
 * The stored form of an order id, from typed text: case, spaces and dashes do not matter, and letters that look like digits
 * are read as digits. Null if it cannot be an order id.
 */
export function readReference(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const letters = (bare.length === 18 ? bare.replace(/^LB/, '') : bare)
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return alphabet.test(letters) ? `LB-${letters.match(/.{4}/g)?.join('-')}` : null
}

/** "Ngozi A.": enough to recognise one's own order, too little to learn a name. */
export function maskedName(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first
}

/** The stages of an order that is done as booked. */
const stops = ['scheduled', 'sample_collected', 'lab_processing', 'results_ready'] as const
const ends: readonly OrderState[] = ['results_ready', 'cancelled', 'expired']

export type Move = { readonly to: OrderState; readonly at: Date }

/** A transition of an order, with who made it, and the reason if there is one. */
export type MadeMove = Move & {
  readonly actor: string
  readonly name: string | null
  readonly reason: string | null
  /** The opening hours of its location at that time; null if the transition starts no promise. */
  readonly openingHours: string | null
}

/** The transition by which the order last reached a stage, if it has not gone back before it; else null. */
export function moveTo<M extends Move>(state: OrderState, stop: OrderState, moves: readonly M[]): M | null {
  const all: readonly OrderState[] = stops
  const passed = state === stop || (all.includes(state) && all.indexOf(stop) < all.indexOf(state))
  return passed ? (moves.findLast((move) => move.to === stop) ?? null) : null
}

/** The time of that transition. */
export function reachedAt(state: OrderState, stop: OrderState, moves: readonly Move[]): Date | null {
  return moveTo(state, stop, moves)?.at ?? null
}

/** When the order ended; null if it has not. */
export function endedAt(state: OrderState, moves: readonly Move[]): Date | null {
  return ends.includes(state) ? reachedAt(state, state, moves) : null
}

/** Whether the link in a mail still opens the order. */
export function linkOpens(ended: Date | null, now: Date): boolean {
  return ended === null || now.getTime() - ended.getTime() < linkLifeAfterEnd
}

/** The stages that an order has reached and not gone back before, each with its time and who made it. */
export function reachedStages(state: OrderState, moves: readonly MadeMove[]): Progress['reached'] {
  return stops.flatMap((stage) => {
    const at = reachedAt(state, stage, moves)
    const made = moves.filter(({ to }) => to === stage)
    // An order that waits for a new sample has been scheduled since its payment.
    const move = at && (stage === 'scheduled' ? made[0] : made.at(-1))
    return move ? [{ stage, at: move.at.toISOString(), by: presentHand(move.actor, move.name) }] : []
  })
}

const roles: readonly ByWhom['role'][] = ['lab', 'phlebotomist', 'patient', 'doctor']

/** Who did something, for the account that booked: their role, and the first name of a staff member. */
export function presentHand(actor: string, name: string | null): ByWhom | null {
  const role = roles.find((one) => one === actor)
  if (!role) return null
  const works = role === 'lab' || role === 'phlebotomist'
  return { role, name: (works && firstName(name ?? '')) || null }
}

/** The same for readers who are not signed in: without names and kinds of specimens. */
export function withoutNames({ next, reached, samples }: Progress): Progress {
  const bare = (by: ByWhom | null) => by && { role: by.role, name: null }
  return {
    next,
    reached: reached.map((one) => ({ ...one, by: bare(one.by) })),
    samples: samples.map(({ state, steps }) => ({
      kind: null,
      state,
      steps: steps.map((step) => ({ ...step, by: bare(step.by) })),
    })),
  }
}

/** The purpose of the signature, so that no other derived value can be used as one. */
const purpose = 'track link'

/**
 * The address of our page that shows an order without a login; only for mails to its patient. The signature follows the #,
 * as browsers do not send that part to a server.
 */
export function trackUrl(maker: { secret: Secret; publicUrl: string }, reference: string): string {
  return `${maker.publicUrl}/track#${reference}.${signatureOf(maker.secret, reference)}`
}

/** 256 bits that cannot be computed without the install's secret. */
export function signatureOf(secret: Secret, reference: string): string {
  return secret.derive(purpose, reference).toString('base64url')
}
