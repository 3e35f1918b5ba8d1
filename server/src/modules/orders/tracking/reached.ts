import type { ByWhom, Progress } from '@labalaba/contract'
import { firstName } from '../../../infra/first-name.ts'
import type { OrderState } from '../order-state-machine.ts'
import { type Move, reachedAt, stops } from './policy.ts'

/** A transition of an order, with who made it, and the reason if there is one. */
export type MadeMove = Move & {
  readonly actor: string
  readonly name: string | null
  readonly reason: string | null
  /** The opening hours of its location at that time; null if the transition starts no promise. */
  readonly openingHours: string | null
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
      ...{ kind: null, state },
      steps: steps.map((step) => ({ ...step, by: bare(step.by) })),
    })),
  }
}
