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
