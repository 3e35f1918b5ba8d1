/** Answers `read`, or what it answered before to the same `key` at the same version. */
type KeptAnswers<V> = (version: number, key: string, read: () => Promise<V>) => Promise<V>

/**
 * A memory of at most `most` answers that are right as long as a version is: a number that grows with whatever changes them.
 * Whoever asks has read the version before; an answer that was read since is of that version or a later one, so nobody is
 * told what was over when they asked. Who asks the same at once is answered together. What is refused is not kept.
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
    // Somebody else knows a later one already.
    if (version < current) return read()
    if (version > current) known.clear()
    current = version
    const before = known.get(key)
    if (before === undefined) return keep(key, read())
    // Asked last stands last.
    known.delete(key)
    known.set(key, before)
    return before
  }
}
