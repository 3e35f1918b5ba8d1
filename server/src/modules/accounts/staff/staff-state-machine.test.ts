import { expect, test } from 'vitest'
import { transition } from '../../../infra/state-machine.ts'
import { type StaffState, type StaffVerb, staffTransitions } from './staff-state-machine.ts'

const states = ['invited', 'accepted', 'revoked'] as const satisfies StaffState[]
const verbs = ['invite', 'renew', 'revoke', 'accept'] as const satisfies StaffVerb[]
const actors = ['self', 'operator', 'system'] as const

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Record<string, StaffState> = {
  'operator invite invited': 'invited',
  'system invite invited': 'invited',
  'operator renew invited': 'invited',
  'operator renew revoked': 'invited',
  'operator revoke invited': 'revoked',
  'self accept invited': 'accepted',
  'system accept invited': 'accepted',
}

const tries = actors.flatMap((actor) =>
  verbs.flatMap((verb) => states.map((state) => ({ actor, verb, state }))),
)

test.each(tries)(
  '$actor may or may not $verb a staff member who is $state, as the table says',
  ({ actor, verb, state }) => {
    const next = transition(staffTransitions, verb, state, actor)
    expect(next.ok ? next.to : null).toBe(allowed[`${actor} ${verb} ${state}`] ?? null)
  },
)
