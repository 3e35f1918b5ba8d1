import type { OrderState } from '../order-state-machine.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** Wrong tries at one order id, and from one network address, which many phones may share. */
export const perOrder = { most: 8, window: 15 * minute }
export const perAddress = { most: 40, window: 15 * minute }

/** How long the link of a mail works after an order has come to its end, in milliseconds; before that it always does. */
const linkLifeAfterEnd = 90 * day

const alphabet = /^[0-9A-HJKMNP-TV-Z]{16}$/

/**
 * An order's number as it is kept, from what was typed: capitals, spaces and dashes do not matter, and letters that are
 * mistaken for digits are those digits. Null where it cannot be one.
 */
export function readReference(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const letters = (bare.length === 18 ? bare.replace(/^LB/, '') : bare)
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return alphabet.test(letters) ? `LB-${letters.match(/.{4}/g)?.join('-')}` : null
}

/** "Ngozi A.": enough to know one's own order by, too little to learn a name from. */
export function maskedName(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first
}

/** The stages of an order that is done as it was booked. */
export const stops = ['scheduled', 'sample_collected', 'lab_processing', 'results_ready'] as const
const ends: readonly OrderState[] = ['results_ready', 'cancelled', 'expired']

export type Move = { readonly to: OrderState; readonly at: Date }

/** The move by which the order last reached a stage that it has not left backwards; null where it is not there. */
export function moveTo<M extends Move>(state: OrderState, stop: OrderState, moves: readonly M[]): M | null {
  const all: readonly OrderState[] = stops
  const passed = state === stop || (all.includes(state) && all.indexOf(stop) < all.indexOf(state))
  return passed ? (moves.findLast((move) => move.to === stop) ?? null) : null
}

/** When that was. */
export function reachedAt(state: OrderState, stop: OrderState, moves: readonly Move[]): Date | null {
  return moveTo(state, stop, moves)?.at ?? null
}

/** When the order came to its end; null while it has none. */
export function endedAt(state: OrderState, moves: readonly Move[]): Date | null {
  return ends.includes(state) ? reachedAt(state, state, moves) : null
}

/** Whether the link of a mail still opens the order. */
export function linkOpens(ended: Date | null, now: Date): boolean {
  return ended === null || now.getTime() - ended.getTime() < linkLifeAfterEnd
}
