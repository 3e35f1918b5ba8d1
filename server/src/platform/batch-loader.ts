/** A question that is still open for others of the same turn. */
type Round<K, V> = { readonly keys: K[]; readonly answers: Promise<readonly V[]> }

/** So many ask at once; others ask beside them. */
const most = 100

/**
 * Asks once for all who ask within one turn of the event loop. `ask` is given every key, also twice, after the last of them
 * came, and answers in their order: nobody is told what was known before they asked. Where it throws, all are told.
 */
export function batchLoader<K, V>(
  ask: (keys: readonly K[]) => Promise<readonly V[]>,
): (key: K) => Promise<V> {
  let round: Round<K, V> | null = null

  function open(): Round<K, V> {
    const keys: K[] = []
    const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (round?.keys === keys) round = null
      return ask(keys)
    })
    return { keys, answers }
  }

  return async (key) => {
    if (!round || round.keys.length >= most) round = open()
    const at = round.keys.push(key) - 1
    const { [at]: answer } = await round.answers
    return answer as V
  }
}
