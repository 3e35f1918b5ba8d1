/**
 * How soon a call must go out: somebody waits for it, our own work waits for it, or only the night does. One that is `spare`
 * goes out where a right is left over, and else not at all.
 */
export type Urgency = 'now' | 'soon' | 'later' | 'spare'

/** Hands out the right to call, so many a second; who is more urgent goes first, then who came first. */
export type Bucket = {
  /**
   * Resolves true with the right to call, or false where it did not come within `patience` milliseconds. Who is `spare`
   * waits for nothing, and leaves half of the burst for others.
   */
  take(urgency: Urgency, patience: number): Promise<boolean>
}

type Waiting = { readonly rank: number; settle(may: boolean): void }

const ranks: Readonly<Record<Exclude<Urgency, 'spare'>, number>> = { now: 0, soon: 1, later: 2 }

/** Opens a full bucket of `burst` rights that `perSecond` are added to. */
export function openBucket(
  perSecond: number,
  burst: number,
  clock: () => number = () => performance.now(),
): Bucket {
  let rights = burst
  let filledAt = clock()
  let timer: NodeJS.Timeout | undefined
  const queue: Waiting[] = []

  function fill(): void {
    const now = clock()
    rights = Math.min(burst, rights + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }

  function serve(): void {
    fill()
    while (queue.length > 0 && rights >= 1) {
      rights -= 1
      queue.shift()?.settle(true)
    }
    clearTimeout(timer)
    if (queue.length > 0) timer = setTimeout(serve, Math.ceil(((1 - rights) / perSecond) * 1000))
  }

  /** Whoever waits comes first, so there is no queue while a right is spare. */
  function takeSpare(): boolean {
    fill()
    if (queue.length > 0 || rights < 1 + Math.floor(burst / 2)) return false
    rights -= 1
    return true
  }

  return {
    take: (urgency, patience) =>
      new Promise((resolve) => {
        if (urgency === 'spare') return resolve(takeSpare())
        const leave = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1)
          resolve(false)
        }, patience)
        const waiting: Waiting = {
          rank: ranks[urgency],
          settle(may) {
            clearTimeout(leave)
            resolve(may)
          },
        }
        stand(queue, waiting)
        serve()
      }),
  }
}

/** Behind everybody who is as urgent, before everybody who is less. */
function stand(queue: Waiting[], waiting: Waiting): void {
  const behind = queue.findIndex(({ rank }) => rank > waiting.rank)
  queue.splice(behind === -1 ? queue.length : behind, 0, waiting)
}
