import { expect, test } from 'vitest'
import { transition } from '../../infra/state-machine.ts'
import { type LicenceState, type LicenceVerb, licenceTransitions } from './licence-state-machine.ts'

const states = [
  ...['submitted', 'asked', 'accepted', 'refused', 'suspended', 'expired', 'replaced', 'withdrawn'],
] as LicenceState[]
const actors = ['doctor', 'operator', 'system'] as const

/** Written out once more by hand: a transition that is not here is forbidden. */
const allowed: Record<string, LicenceState> = {
  'operator ask submitted': 'asked',
  'operator accept submitted': 'accepted',
  'operator accept asked': 'accepted',
  'operator refuse submitted': 'refused',
  'operator refuse asked': 'refused',
  'operator suspend accepted': 'suspended',
  'operator restore suspended': 'accepted',
  'doctor replace submitted': 'replaced',
  'doctor replace asked': 'replaced',
  'doctor replace accepted': 'replaced',
  'system replace submitted': 'replaced',
  'system replace asked': 'replaced',
  'system replace accepted': 'replaced',
  'system expire accepted': 'expired',
  'system withdraw submitted': 'withdrawn',
  'system withdraw asked': 'withdrawn',
  'system withdraw accepted': 'withdrawn',
  'system withdraw suspended': 'withdrawn',
}

const tries = actors.flatMap((actor) =>
  (Object.keys(licenceTransitions) as LicenceVerb[]).flatMap((verb) =>
    states.map((state) => ({ actor, verb, state })),
  ),
)

test.each(tries)('$actor may or may not $verb a licence that is $state, as the table says', (one) => {
  const next = transition(licenceTransitions, one.verb, one.state, one.actor as never)
  expect(next.ok ? next.to : null).toBe(allowed[`${one.actor} ${one.verb} ${one.state}`] ?? null)
})
