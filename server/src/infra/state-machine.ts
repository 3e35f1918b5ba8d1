/**
 * A state machine as data: for each verb the states it starts from, the state it leads to, and the actors that may do it.
 */
export type Transitions = Record<
  string,
  { readonly from: readonly string[]; readonly to: string; readonly by: readonly string[] }
>

export type StateOf<M extends Transitions> = M[keyof M]['to'] | M[keyof M]['from'][number]
export type ActorOf<M extends Transitions> = M[keyof M]['by'][number]

export type TransitionResult<M extends Transitions> =
  | { readonly ok: true; readonly to: M[keyof M]['to'] }
  | { readonly ok: false; readonly why: 'not_allowed' | 'wrong_state' }

/** A completed transition, as stored in the history of a record. */
export type Transition<State extends string> = {
  verb: string
  from: State
  to: State
  actor: string
  at: Date
  reason?: string
}

/** The columns of a transition in the event table of its record. */
export function transitionColumns({ verb, from, to, actor, at, reason }: Transition<string>) {
  return { verb, from_state: from, to_state: to, actor, at, ...(reason !== undefined && { reason }) }
}

/** Whether `actor` may do `verb` in `state`, and the state it leads to. Changes nothing. */
export function transition<M extends Transitions>(
  transitions: M,
  verb: keyof M,
  state: StateOf<M>,
  actor: ActorOf<M>,
): TransitionResult<M> {
  const found: Transitions[string] | undefined = Object.hasOwn(transitions, verb)
    ? transitions[verb]
    : undefined
  if (!found?.by.includes(actor)) return { ok: false, why: 'not_allowed' }
  if (!found.from.includes(state)) return { ok: false, why: 'wrong_state' }
  return { ok: true, to: found.to }
}
