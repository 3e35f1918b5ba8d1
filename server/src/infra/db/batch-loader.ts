/** A batch that is still open for other calls of the same turn. */
type Round<K, V> = { readonly keys: K[]; readonly answers: Promise<readonly V[]> }

/** The most keys in one batch; further keys go into another batch. */
const most = 100

/**
 * Joins all calls within one turn of the event loop into one query. `ask` gets every key, including duplicates, after the
 * last call of the turn, and returns values in their order, so no caller gets data older than its call. If it throws, all
 * callers get the error.
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
