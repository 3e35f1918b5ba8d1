import { DomainError } from '../http/domain-error.ts'

/** An account that anyone may open, which sends a file. */
export type Stranger = {
  readonly account: number
  /** Awaited once the file has a place in the queue, before it is read: counts it, or throws to refuse it. */
  admitted(): Promise<void>
}

type Turns = {
  /**
   * Runs acts one after another. Those of staff, who are verified, go before those of strangers, so they wait for at most
   * one of these. Throws DomainError `busy` if the queue is full, and for a stranger whose previous file has not ended.
   */
  run<T>(act: () => Promise<T>, stranger?: Stranger): Promise<T>
}

/** How many acts may wait for the running one. */
type MostWaiting = { readonly staff: number; readonly strangers: number }

/** The queue of one kind of file. `accounts` are the strangers with a file in any queue. */
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
      // Passes the turn on before another call can take it.
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
      // Besides those that wait, one more runs or is the next to run.
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
