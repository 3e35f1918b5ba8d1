import { DomainError } from '../domain-error.ts'

/** A file that an account sends that anybody may open. */
export type Stranger = {
  readonly account: number
  /** Awaited once the file has a place in the queue, and before it is read: counts it, or refuses it by throwing. */
  admitted(): Promise<void>
}

type Turns = {
  /**
   * Runs acts one after another. Those of staff, who are verified, go before those of strangers, and wait for one of these at
   * most. Throws DomainError `busy` where the queue is full, and for a stranger whose file before has not ended.
   */
  run<T>(act: () => Promise<T>, stranger?: Stranger): Promise<T>
}

/** How many acts may wait for the one that is being done. */
type MostWaiting = { readonly staff: number; readonly strangers: number }

/** Turns of one kind of file. `accounts` are the strangers who have a file in a queue, of any kind. */
export function openTurns(most: MostWaiting, accounts: Set<number> = new Set()): Turns {
  const waiting: Record<keyof MostWaiting, (() => void)[]> = { staff: [], strangers: [] }
  let isTaken = false

  async function inTurn<T>(kind: keyof MostWaiting, act: () => Promise<T>): Promise<T> {
    if (isTaken) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting[kind].push(resolve)
      await promise
    }
    isTaken = true
    try {
      return await act()
    } finally {
      // The next one is given the turn before anybody else can ask for it.
      const next = waiting.staff.shift() ?? waiting.strangers.shift()
      if (next) next()
      else isTaken = false
    }
  }

  return {
    async run(act, stranger) {
      if (!stranger) {
        if (waiting.staff.length >= most.staff) throw new DomainError('busy', { retryAfter: 5 })
        return await inTurn('staff', act)
      }
      // One is being done, or is the next to be.
      if (accounts.has(stranger.account) || accounts.size > most.strangers)
        throw new DomainError('busy', { retryAfter: 15 })
      accounts.add(stranger.account)
      try {
        await stranger.admitted()
        return await inTurn('strangers', act)
      } finally {
        accounts.delete(stranger.account)
      }
    },
  }
}
