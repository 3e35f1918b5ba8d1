import type { Budget, Lease } from './budget.ts'

/**
 * The urgency of a call: a user waits for it (`now`), our own work waits for it (`soon`), or only the nightly job does
 * (`later`). A `spare` call goes out if capacity is left over, and otherwise not at all.
 */
export type Urgency = 'now' | 'soon' | 'later' | 'spare'

/** The right to make one call now, or the time until another try may help, in milliseconds. */
export type Turn = { readonly may: true } | { readonly may: false; readonly retryAfterMs: number }

/**
 * The calls of this process that wait for the budget. More urgent calls go first, equally urgent ones in order of arrival;
 * one place in ten among users is for our own work.
 */
export type CallQueue = {
  /**
   * Waits at most `patience` milliseconds. A call that would certainly wait longer is refused at once. A `spare` call never
   * waits, and leaves half of the burst for others.
   */
  take(urgency: Urgency, patience: number): Promise<Turn>
}

type Waiting = {
  readonly urgency: Urgency
  /** That of its urgency, or that of users if it has a place among them. */
  rank: number
  readonly until: number
  settle(turn: Turn): void
}

const ranks: Readonly<Record<Exclude<Urgency, 'spare'>, number>> = { now: 0, soon: 1, later: 2 }

/** While users wait without end, every so many calls one is for our own work: refunds and checks must not stop. */
const usersBetweenOwnWork = 9

/** The pauses after leases without a token grow from the first to the second, in milliseconds. */
const firstPause = 50
const longestPause = 1000

/** Opens an empty queue. `burst` is that of the budget. */
export function openCallQueue(
  budget: Budget,
  burst: number,
  clock: () => number = () => performance.now(),
): CallQueue {
  const queue: Waiting[] = []
  let isLeasing = false
  let timer: NodeJS.Timeout | undefined
  /** When the next token comes at the earliest, and how many a second; other processes may take some of them. */
  let next = { at: Number.NEGATIVE_INFINITY, perSecond: Number.POSITIVE_INFINITY }
  let empty = 0
  /** Whether the last lease was for calls that no user waits for. */
  let isOwnWork = false
  /** Our own work leaves one token to users, who may wait in another process, which has a queue of its own. */
  const forUsers = burst > 1 ? 1 : 0

  async function serve(): Promise<void> {
    if (isLeasing || timer) return
    isLeasing = true
    try {
      while (queue.length > 0 && !timer) {
        const users = queue.filter(({ rank }) => rank === ranks.now).length
        isOwnWork = users === 0
        const lease = await budget.lease(
          isOwnWork ? { wanted: queue.length, reserve: forUsers } : { wanted: users, reserve: 0 },
        )
        distribute(lease)
        const mayTry = lease.waitMs === 0 && (lease.taken > 0 || isOwnWork !== isFirstOwnWork())
        if (queue.length > 0 && !mayTry) wakeAfter(lease)
      }
    } finally {
      isLeasing = false
    }
  }

  function isFirstOwnWork(): boolean {
    return queue[0]?.rank !== ranks.now
  }

  function distribute({ taken, waitMs, perSecond }: Lease): void {
    for (const waiting of queue.splice(0, taken)) waiting.settle({ may: true })
    empty = taken > 0 ? 0 : empty + 1
    next = { at: clock() + waitMs, perSecond }
    if (!isEmpty()) return
    for (const [index, waiting] of [...queue.entries()].reverse())
      if (earliest(index) > waiting.until) refuse(waiting, earliest(index))
  }

  /** Other processes that wait for the same token make pauses longer, so that all of them together ask seldom. */
  function wakeAfter({ taken, waitMs, perSecond }: Lease): void {
    // A user has come while we asked for our own work.
    if (isOwnWork && !isFirstOwnWork()) empty = 0
    const pause = Math.min(longestPause, firstPause * 2 ** empty) * (0.5 + Math.random())
    // A token that is there, but left to users, is followed by another one.
    const wait = isOwnWork && isFirstOwnWork() && taken === 0 ? Math.max(waitMs, 1000 / perSecond) : waitMs
    timer = setTimeout(
      () => {
        timer = undefined
        void serve()
      },
      Math.ceil(empty > 1 ? Math.max(wait, pause) : wait),
    )
  }

  /** A user need not wait until our own work is due to ask again. */
  function wakeForUser(): void {
    if (!isOwnWork) return
    clearTimeout(timer)
    timer = undefined
    empty = 0
  }

  /** When the call at this place of the queue can go out at the earliest. */
  function earliest(index: number): number {
    return Math.max(next.at, clock()) + (index / next.perSecond) * 1000
  }

  function refuse(waiting: Waiting, at: number): void {
    queue.splice(queue.indexOf(waiting), 1)
    waiting.settle({ may: false, retryAfterMs: at - clock() })
    if (queue.length > 0) return
    clearTimeout(timer)
    timer = undefined
  }

  /** Whether the last lease says that there is no token yet. */
  function isEmpty(): boolean {
    return clock() < next.at
  }

  async function takeSpare(): Promise<Turn> {
    const refused = { may: false, retryAfterMs: longestPause } as const
    if (queue.length > 0 || isEmpty()) return refused
    const { taken } = await budget.lease({ wanted: 1, reserve: Math.floor(burst / 2) })
    return taken > 0 ? { may: true } : refused
  }

  return {
    async take(urgency, patience) {
      if (urgency === 'spare') return await takeSpare()
      const { promise, resolve } = Promise.withResolvers<Turn>()
      const late = setTimeout(() => refuse(waiting, clock() + patience), patience)
      const waiting: Waiting = {
        urgency,
        rank: ranks[urgency],
        until: clock() + patience,
        settle(turn) {
          clearTimeout(late)
          resolve(turn)
        },
      }
      const index = stand(queue, waiting)
      if (isEmpty() && earliest(index) > waiting.until) refuse(waiting, earliest(index))
      if (urgency === 'now') wakeForUser()
      void serve()
      return await promise
    },
  }
}

/**
 * Inserts a call behind all of equal urgency and before all of lower urgency, or in a place that is for our own work, and
 * returns its place.
 */
function stand(queue: Waiting[], waiting: Waiting): number {
  const place = waiting.urgency === 'soon' ? placeOfOwnWork(queue) : -1
  if (place !== -1) waiting.rank = ranks.now
  const behind = queue.findIndex(({ rank }) => rank > waiting.rank)
  const index = place !== -1 ? place : behind === -1 ? queue.length : behind
  queue.splice(index, 0, waiting)
  return index
}

/** The first place behind enough users in a row; -1 if so many do not wait. */
function placeOfOwnWork(queue: readonly Waiting[]): number {
  let users = 0
  for (const [index, { urgency }] of queue.entries()) {
    if (urgency === 'now' && users === usersBetweenOwnWork) return index
    users = urgency === 'now' ? users + 1 : 0
  }
  return users === usersBetweenOwnWork ? queue.length : -1
}
