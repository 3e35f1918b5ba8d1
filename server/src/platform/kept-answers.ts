/** Returns the result of `read`, or the stored result of the same `key` at the same version. */
type KeptAnswers<V> = (version: number, key: string, read: () => Promise<V>) => Promise<V>

/**
 * A cache of at most `most` results that are valid for a version: a number that grows with every change to their data. The
 * caller reads the version first; a result read since then is of that version or a later one, so no caller gets data older
 * than its call. Concurrent calls with the same key share one read. Errors are not stored.
 */
export function keepAnswers<V>(most: number): KeptAnswers<V> {
  const known = new Map<string, Promise<V>>()
  let current = Number.NEGATIVE_INFINITY

  function keep(key: string, answer: Promise<V>): Promise<V> {
    known.set(key, answer)
    answer.catch(() => {
      if (known.get(key) === answer) known.delete(key)
    })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return answer
  }

  return (version, key, read) => {
    // Another caller knows a later version already.
    if (version < current) return read()
    if (version > current) known.clear()
    current = version
    const before = known.get(key)
    if (before === undefined) return keep(key, read())
    // Moves the key to the end, so that the least recently used result is dropped first.
    known.delete(key)
    known.set(key, before)
    return before
  }
}
