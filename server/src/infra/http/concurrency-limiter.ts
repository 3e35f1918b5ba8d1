import { AsyncLocalStorage } from 'node:async_hooks'
import { DomainError } from './domain-error.ts'

export type LimiterSettings = {
  /** The number of calls that run concurrently. */
  readonly atOnce: number
  /** The number of calls that may wait for a permit. */
  readonly waiting: number
  /** The longest wait, in milliseconds. */
  readonly longestWait: number
  /** The most permits that one account can have; all by default. */
  readonly perAccount?: number
  /** The most permits that all anonymous callers of one address can have together; all by default. */
  readonly perAddress?: number
}

/** The caller of a request: the account if it is known, otherwise only the network address. */
export type Caller = { readonly account: number | null; readonly address: string }

/** The current use of a limiter, and how many calls it has refused since it was opened. */
export type LimiterUse = { readonly working: number; readonly waiting: number; readonly refused: number }

export type LimitedCall = {
  /**
   * A call without a caller is counted with no other. It is read again when the call begins to wait in `outside`: an account
   * that was not known at first is known then.
   */
  readonly caller?: Caller | undefined
  /** Whether the client has gone, so that no response is needed. */
  readonly isGone?: () => boolean
}

/**
 * Runs a limited number of calls concurrently, lets a limited number wait, and refuses the rest; shared fairly among
 * accounts and addresses.
 */
export type ConcurrencyLimiter = {
  /**
   * Runs the work when there is a permit. Throws DomainError `busy` if too many wait, the permit does not come in time, or
   * `isGone` returns true; then none of the work was done.
   */
  run<T>(work: () => Promise<T>, call?: LimitedCall): Promise<T>
  use(): LimiterUse
}

/** The permit of the call to which the running code belongs. */
const permits = new AsyncLocalStorage<Permit>()

/**
 * Runs work that waits for another system, such as a payment provider, without the permit of its call, so that other calls
 * use the permit meanwhile. Afterwards the call continues in the next free permit, before calls that have not begun. Outside
 * a call, the work runs immediately. Throws DomainError `busy`, and has done nothing, if too many calls wait in this way.
 */
export async function withoutPermit<T>(work: () => Promise<T>): Promise<T> {
  const permit = permits.getStore()
  return permit ? await permit.releaseFor(work) : await work()
}

/** A call that waits for a permit. `take` is called once, with whether it got one. */
type Waiting = Required<LimitedCall> & { readonly take: (hasPlace: boolean) => void }

/**
 * Opens a limiter. A free permit is given to the account with the fewest running calls, then to the address with the fewest,
 * then to the one whose last permit is longest ago, then to the call that has waited longest. The anonymous callers of one
 * address count as one account. If the queue is full, a new call replaces the newest call of the account with the most
 * calls in it, or else of the address. Work in `withoutPermit` runs in the limiter `outside`, if there is one.
 */
export function openConcurrencyLimiter(
  { atOnce, waiting, longestWait, perAccount = atOnce, perAddress = atOnce }: LimiterSettings,
  outside?: ConcurrencyLimiter,
): ConcurrencyLimiter {
  const queue = new Set<Waiting>()
  const returning: (() => void)[] = []
  const inWork = { byAccount: new Map<string, number>(), byAddress: new Map<string, number>() }
  const turns = new Turns()
  let working = 0
  let refused = 0

  function refuse(): never {
    refused += 1
    throw new DomainError('busy', { retryAfter: retryAfter() })
  }

  function take(caller: Caller | undefined): void {
    working += 1
    count(caller, 1)
    if (caller) turns.note(accountOf(caller), caller.address)
  }

  function leave(caller: Caller | undefined): void {
    working -= 1
    count(caller, -1)
    serve()
  }

  function count(caller: Caller | undefined, by: 1 | -1): void {
    if (!caller) return
    add(inWork.byAccount, accountOf(caller), by)
    add(inWork.byAddress, caller.address, by)
  }

  function mayTake(caller: Caller | undefined): boolean {
    if (!caller) return true
    const most = caller.account === null ? perAddress : perAccount
    return (inWork.byAccount.get(accountOf(caller)) ?? 0) < most
  }

  /** Gives the free permits to waiting calls. */
  function serve(): void {
    while (working < atOnce) {
      const goOn = returning.shift() ?? nextInLine()
      if (!goOn) return
      goOn()
    }
  }

  function nextInLine(): (() => void) | undefined {
    let next: Waiting | undefined
    let least: Claim = [Number.POSITIVE_INFINITY, 0, 0]
    for (const one of queue) {
      if (one.isGone()) one.take(false)
      else if (mayTake(one.caller)) {
        const claim = claimOf(one.caller)
        if (comesBefore(claim, least)) {
          next = one
          least = claim
        }
      }
    }
    return next && (() => next.take(true))
  }

  function claimOf(caller: Caller | undefined): Claim {
    if (!caller) return [0, 0, 0]
    const [account, address] = [accountOf(caller), caller.address]
    return [
      inWork.byAccount.get(account) ?? 0,
      inWork.byAddress.get(address) ?? 0,
      turns.lastOf(account, address),
    ]
  }

  /** Whether there is room in the queue for a new call; if needed, a caller with more calls in it loses one. */
  function makesRoom(newcomer: Caller | undefined): boolean {
    for (const one of queue) if (one.isGone()) one.take(false)
    if (queue.size < waiting) return true
    if (!newcomer) return false
    const last = newestOfMost(queue, newcomer, accountOf) ?? newestOfMost(queue, newcomer, addressOf)
    last?.take(false)
    return last !== undefined
  }

  function waitForPlace(caller: Caller | undefined, isGone: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const one: Waiting = {
        caller,
        isGone,
        take(hasPlace) {
          clearTimeout(patience)
          queue.delete(one)
          if (hasPlace) take(caller)
          resolve(hasPlace)
        },
      }
      const patience = setTimeout(() => one.take(false), longestWait)
      queue.add(one)
    })
  }

  function comeBack(caller: Caller | undefined): Promise<void> {
    return new Promise((resolve) => {
      returning.push(() => {
        take(caller)
        resolve()
      })
      serve()
    })
  }

  return {
    async run(work, call = {}) {
      const { caller, isGone = () => false } = call
      if (working < atOnce && mayTake(caller)) take(caller)
      else if ((queue.size >= waiting && !makesRoom(caller)) || !(await waitForPlace(caller, isGone)))
        refuse()
      const permit = new Permit({
        leave: () => leave(caller),
        comeBack: () => comeBack(caller),
        wait: (work) => (outside ? outside.run(work, call) : work()),
      })
      try {
        return await permits.run(permit, work)
      } finally {
        permit.end()
      }
    },
    use: () => ({ working, waiting: queue.size, refused }),
  }
}

/**
 * How much a caller has had: running calls of the account, of the address, and when either last had a permit. Least first.
 */
type Claim = readonly [inWorkOfAccount: number, inWorkOfAddress: number, lastTurn: number]

function comesBefore(one: Claim, other: Claim): boolean {
  const differs = one.findIndex((part, index) => part !== other[index])
  return differs !== -1 && (one[differs] ?? 0) < (other[differs] ?? 0)
}

/** How many accounts and addresses with a permit are remembered; the oldest are forgotten. */
const mostRemembered = 1_000

/** Which accounts and addresses had a permit recently, in order. */
class Turns {
  readonly #last = new Map<string, number>()
  #turn = 0

  note(...keys: readonly string[]): void {
    this.#turn += 1
    for (const key of keys) {
      this.#last.delete(key)
      this.#last.set(key, this.#turn)
    }
    for (const [oldest] of this.#last) {
      if (this.#last.size <= mostRemembered) return
      this.#last.delete(oldest)
    }
  }

  /** The last turn in which one of them had a permit; 0 for never, or long ago. */
  lastOf(...keys: readonly string[]): number {
    return Math.max(...keys.map((key) => this.#last.get(key) ?? 0))
  }
}

type PlaceWays = {
  readonly leave: () => void
  readonly comeBack: () => Promise<void>
  readonly wait: <T>(work: () => Promise<T>) => Promise<T>
}

/** The permit of one call, which the call can release and take again. */
class Permit {
  readonly #ways: PlaceWays
  #isHeld = true
  #hasEnded = false
  /** How many parts of the call wait outside now. */
  #outside = 0
  #comingBack: Promise<void> | null = null

  constructor(ways: PlaceWays) {
    this.#ways = ways
  }

  async releaseFor<T>(work: () => Promise<T>): Promise<T> {
    while (this.#comingBack) await this.#comingBack
    this.#outside += 1
    this.#leave()
    try {
      return await this.#ways.wait(work)
    } finally {
      this.#outside -= 1
      if (this.#outside === 0 && !this.#hasEnded) await this.#comeBack()
    }
  }

  /** Ends the call. */
  end(): void {
    this.#hasEnded = true
    this.#leave()
  }

  #leave(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#ways.leave()
  }

  async #comeBack(): Promise<void> {
    this.#comingBack = this.#ways.comeBack()
    await this.#comingBack
    this.#comingBack = null
    this.#isHeld = true
    if (this.#hasEnded) this.#leave()
  }
}

function addressOf({ address }: Caller): string {
  return address
}

/** The key by which a caller is counted; an account's key cannot equal an address. */
function accountOf({ account, address }: Caller): string {
  return account === null ? address : `account ${account}`
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}

/**
 * The newest waiting call of the key with the most waiting calls, if the newcomer's key would still have fewer than that.
 */
function newestOfMost(
  queue: ReadonlySet<Waiting>,
  newcomer: Caller,
  keyOf: (caller: Caller) => string,
): Waiting | undefined {
  const counts = new Map<string, number>()
  for (const { caller } of queue) if (caller) add(counts, keyOf(caller), 1)
  const most = Math.max(0, ...counts.values())
  if (most <= (counts.get(keyOf(newcomer)) ?? 0) + 1) return undefined
  return [...queue].findLast(({ caller }) => caller && counts.get(keyOf(caller)) === most)
}

/** Random, or all calls that were refused together would return together. */
function retryAfter(): number {
  return 1 + Math.floor(Math.random() * 3)
}
