/**
 * The urgency of a call: a user waits for it (`now`), our own work waits for it (`soon`), or only the nightly job does
 * (`later`). A `spare` call goes out if capacity is left over, and otherwise not at all.
 */
export type Urgency = 'now' | 'soon' | 'later' | 'spare'

/** A token bucket that limits calls per second. More urgent calls go first, equally urgent ones in order of arrival. */
export type Bucket = {
  /**
   * Resolves true with the right to call, or false if it did not come within `patience` milliseconds. A `spare` call never
   * waits, and leaves half of the burst for others.
   */
  take(urgency: Urgency, patience: number): Promise<boolean>
}

type Waiting = { readonly rank: number; settle(may: boolean): void }

const ranks: Readonly<Record<Exclude<Urgency, 'spare'>, number>> = { now: 0, soon: 1, later: 2 }

/** Opens a full bucket of `burst` tokens, refilled with `perSecond`. */
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

  /** Waiting calls come first, so a spare call needs an empty queue. */
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

/** Inserts a call behind all of equal urgency and before all of lower urgency. */
function stand(queue: Waiting[], waiting: Waiting): void {
  const behind = queue.findIndex(({ rank }) => rank > waiting.rank)
  queue.splice(behind === -1 ? queue.length : behind, 0, waiting)
}
