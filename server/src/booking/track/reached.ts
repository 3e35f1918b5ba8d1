import type { ByWhom, Progress } from '@labalaba/contract'
import { firstName } from '../../platform/first-name.ts'
import type { OrderState } from '../order-state-machine.ts'
import { type Move, reachedAt, stops } from './policy.ts'

/** A move of an order, with who made it, and why where they said so. */
export type MadeMove = Move & {
  readonly actor: string
  readonly name: string | null
  readonly reason: string | null
  /** What was written then of when its location is open; null where nothing is promised from it on. */
  readonly openingHours: string | null
}

/** The stages that an order has come to and not left backwards, each with when and through whom. */
export function reachedStages(state: OrderState, moves: readonly MadeMove[]): Progress['reached'] {
  return stops.flatMap((stage) => {
    const at = reachedAt(state, stage, moves)
    const made = moves.filter(({ to }) => to === stage)
    // An order that waits for a new sample was scheduled when it was paid.
    const move = at && (stage === 'scheduled' ? made[0] : made.at(-1))
    return move ? [{ stage, at: move.at.toISOString(), by: presentHand(move.actor, move.name) }] : []
  })
}

const roles: readonly ByWhom['role'][] = ['lab', 'phlebotomist', 'patient', 'doctor']

/** Who did something, as whoever booked is told: their part in it, and the first name of who works here. */
export function presentHand(actor: string, name: string | null): ByWhom | null {
  const role = roles.find((one) => one === actor)
  if (!role) return null
  const works = role === 'lab' || role === 'phlebotomist'
  return { role, name: (works && firstName(name ?? '')) || null }
}

/** The same for whoever has not signed in: nobody's name, and no word of what a sample is. */
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
