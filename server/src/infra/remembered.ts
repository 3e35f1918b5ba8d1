/**
 * Reads once and gives the same answer for some seconds, also to callers that ask at the same time. A failed reading is
 * tried again with the next call.
 */
export function remembered<T>(seconds: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (last && now - last.at < seconds * 1000) return last.answer
    const answer = read()
    last = { at: now, answer }
    answer.catch(() => {
      if (last?.answer === answer) last = undefined
    })
    return answer
  }
}
