import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { limitWindow, signInPause, strangersAllowed, strangersOfBlock } from '../policy.ts'
import * as repository from './repository.ts'
import type { Counted, Source } from './source.ts'
import { waitWords } from './wait-words.ts'

/** A try at the account of an address. Each kind has its own count. */
export type Try = {
  /** See `hashAddress`. */
  readonly address: Buffer
  readonly kind: repository.FailureKind
  readonly source: Source
  /** See `Counted`; null where address blocks are not counted. */
  readonly block: Buffer | null
}

/**
 * The password given again within a session. It is counted by session and separately from sign-ins: neither strangers at
 * the login page nor the thief of another session can use up its tries.
 */
export function stepUpTry(address: Buffer, tokenHash: Buffer): Try {
  return { address, kind: 'step_up', source: { key: tokenHash, isKnown: true }, block: null }
}

/**
 * A code of a second factor. Browsers that the account does not know share one count, whatever network they use: the person
 * behind them has the password.
 */
export function factorTry({ address, source }: Counted): Try {
  const counted = source.isKnown ? source : { key: address, isKnown: false }
  return { address, kind: 'factor', source: counted, block: null }
}

/**
 * Throws `too_many` while a source has to wait after its failures. Throws `use_login_link` after too many wrong passwords
 * of strangers, from one address block or in all: passwords then work there only in browsers the account knows.
 */
export async function refuseWhilePausing(db: Db, tried: Try, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limitWindow)
  const pause = signInPause(await repository.failures(db, countOf(tried), since), now)
  if (pause > 0) throw new DomainError('too_many', { retryAfter: pause, message: pauseWords(tried, pause) })
  if (tried.kind !== 'password' || tried.source.isKnown) return
  const { inAll, ofBlock } = await repository.strangersFailures(db, tried, since)
  if (inAll >= strangersAllowed || ofBlock >= strangersOfBlock) throw new DomainError('use_login_link')
}

function pauseWords({ kind, source }: Try, pause: number): string {
  const wait = waitWords(pause)
  if (kind === 'factor') return `Too many wrong codes. Wait ${wait} and try again.`
  if (kind === 'step_up') return `Too many wrong passwords. Wait ${wait} and try again.`
  const where = source.isKnown ? 'in this browser' : 'from your network'
  return `Too many wrong passwords for this email ${where}. Wait ${wait}, or ask for a login link by mail.`
}

/** Counts a failure. Its transaction must commit. */
export async function countFailure(tx: Tx, tried: Try, now: Date): Promise<void> {
  await repository.insertFailure(tx, countOf(tried), { known: tried.source.isKnown, block: tried.block }, now)
}

/** Ends the count of a source after its success. The counts of other sources stay. */
export async function clearFailures(tx: Tx, tried: Try): Promise<void> {
  await repository.deleteFailures(tx, countOf(tried))
}

/** Ends all counts of an address whose owner has proved the mailbox. */
export async function clearAllFailures(tx: Tx, address: Buffer): Promise<void> {
  await repository.deleteAllFailures(tx, address)
}

/** How many wrong passwords of the last day have not been reported to the owner. They count as reported from now on. */
export async function untoldFailures(tx: Tx, address: Buffer, now: Date): Promise<number> {
  return await repository.tellFailures(tx, address, new Date(now.getTime() - limitWindow))
}

function countOf({ address, kind, source }: Try): repository.Count {
  return { address, kind, source: source.key }
}
