import { Refusal } from './refusal.ts'

export type LaneLimits = {
  /** Works of this many at once. */
  readonly atOnce: number
  /** Lets this many wait for a place; whoever comes beyond is refused at once. */
  readonly waiting: number
  /** For so many milliseconds at most. */
  readonly longestWait: number
}

/** How a lane is used at this moment, and how many it has refused since it was opened. */
export type LaneUse = { readonly working: number; readonly waiting: number; readonly refused: number }

/** Lets so much work be done at once, lets so much wait, and refuses the rest. */
export type Lane = {
  /**
   * Does the work when there is a place. Throws Refusal `busy` where too many wait, or the place does not come in time, or
   * `isGone` says that nobody waits for the answer any more; then nothing of the work was done.
   */
  through<T>(work: () => Promise<T>, isGone?: () => boolean): Promise<T>
  use(): LaneUse
}

/** Whoever waits for a place: told once, that it is there or that it will not be. */
type Waiting = { readonly take: (hasPlace: boolean) => void; readonly isGone: () => boolean }

/** A lane of its own. What is refused costs almost nothing, so the work that is taken goes on as fast as before. */
export function openLane({ atOnce, waiting, longestWait }: LaneLimits): Lane {
  const queue = new Set<Waiting>()
  let working = 0
  let refused = 0

  function refuse(): never {
    refused += 1
    throw new Refusal('busy', { retryAfter: retryAfter() })
  }

  function waitForPlace(isGone: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const one: Waiting = {
        isGone,
        take(hasPlace) {
          clearTimeout(patience)
          queue.delete(one)
          resolve(hasPlace)
        },
      }
      const patience = setTimeout(() => one.take(false), longestWait)
      queue.add(one)
    })
  }

  /** Hands the place to whoever waits longest and is still there: `working` stays as it is then. */
  function leave(): void {
    for (const next of queue) {
      const gone = next.isGone()
      next.take(!gone)
      if (!gone) return
    }
    working -= 1
  }

  return {
    async through(work, isGone = () => false) {
      if (working < atOnce) working += 1
      else if (queue.size >= waiting || !(await waitForPlace(isGone))) refuse()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    use: () => ({ working, waiting: queue.size, refused }),
  }
}

/** Not the same for everybody, or all who were refused at once would come back at once. */
function retryAfter(): number {
  return 1 + Math.floor(Math.random() * 3)
}
