import { DomainError } from '../http/domain-error.ts'

/** How much work runs concurrently, and how much more may wait. */
export type QueueLimits = { readonly atOnce: number; readonly waiting: number }

export type FairQueue = {
  /**
   * Runs `work` when it is its turn. Requesters take turns, so one with many requests delays only itself. Throws
   * DomainError `busy` if too much waits, or if one requester fills a quarter of the queue. Without a requester only the
   * first limit applies.
   */
  run<T>(work: () => Promise<T>, requester?: string): Promise<T>
}

/** A queue in which no requester waits behind all the work of another. */
export function openFairQueue({ atOnce, waiting }: QueueLimits): FairQueue {
  const mostOfOne = Math.max(1, Math.ceil(waiting / 4))
  /** The waiting work, by requester; the one whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>()
  let waitingNow = 0
  let working = 0

  function refuseWhereFull(requester: string | undefined): void {
    const own = requester === undefined ? 0 : (lines.get(requester)?.length ?? 0)
    if (waitingNow >= waiting || own >= mostOfOne) throw new DomainError('busy', { retryAfter: 2 })
  }

  function join(requester = ''): Promise<void> {
    return new Promise((resolve) => {
      waitingNow += 1
      lines.set(requester, [...(lines.get(requester) ?? []), resolve])
    })
  }

  /** The next work in turn; its requester moves to the end. */
  function takeNext(): (() => void) | undefined {
    const [first] = lines
    if (!first) return undefined
    const [requester, [next, ...rest]] = first
    lines.delete(requester)
    if (rest.length > 0) lines.set(requester, rest)
    waitingNow -= 1
    return next
  }

  return {
    async run(work, requester) {
      if (working >= atOnce) {
        refuseWhereFull(requester)
        // Work that ends passes its place on, so `working` stays as it is.
        await join(requester)
      } else working += 1
      try {
        return await work()
      } finally {
        const next = takeNext()
        if (next) next()
        else working -= 1
      }
    },
  }
}
