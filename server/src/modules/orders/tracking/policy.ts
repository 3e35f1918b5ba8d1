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
export const stops = ['scheduled', 'sample_collected', 'lab_processing', 'results_ready'] as const
const ends: readonly OrderState[] = ['results_ready', 'cancelled', 'expired']

export type Move = { readonly to: OrderState; readonly at: Date }

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
