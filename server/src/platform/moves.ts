/** A record's states as a table: what each verb moves from, where to, and who may do it. */
export type Moves = Record<
  string,
  { readonly from: readonly string[]; readonly to: string; readonly by: readonly string[] }
>

export type StateOf<M extends Moves> = M[keyof M]['to'] | M[keyof M]['from'][number]
export type ActorOf<M extends Moves> = M[keyof M]['by'][number]

export type Ruling<M extends Moves> =
  | { readonly ok: true; readonly to: M[keyof M]['to'] }
  | { readonly ok: false; readonly why: 'not_your_move' | 'wrong_state' }

/** A move that was made, as a record's history keeps it. */
export type Moved<State extends string> = {
  verb: string
  from: State
  to: State
  actor: string
  at: Date
  reason?: string
}

/** The columns of a made move in its record's table of events. */
export function movedColumns({ verb, from, to, actor, at, reason }: Moved<string>) {
  return { verb, from_state: from, to_state: to, actor, at, ...(reason !== undefined && { reason }) }
}

/** Says whether `actor` may make this move from `state`. Touches nothing. */
export function rule<M extends Moves>(
  moves: M,
  verb: keyof M,
  state: StateOf<M>,
  actor: ActorOf<M>,
): Ruling<M> {
  const move: Moves[string] | undefined = Object.hasOwn(moves, verb) ? moves[verb] : undefined
  if (!move?.by.includes(actor)) return { ok: false, why: 'not_your_move' }
  if (!move.from.includes(state)) return { ok: false, why: 'wrong_state' }
  return { ok: true, to: move.to }
}
