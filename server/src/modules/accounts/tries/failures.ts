import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { limitWindow, signInPause, strangersAllowed, strangersOfBlock } from '../policy.ts'
import * as repository from './repository.ts'
import type { Counted } from './source.ts'

/**
 * The password given again within a session. It is counted by session and separately from sign-ins: neither strangers at
 * the login page nor the thief of another session can use up its tries.
 */
export function stepUpTry(address: Buffer, tokenHash: Buffer): repository.Try {
  return { address, kind: 'step_up', source: { key: tokenHash, isKnown: true }, block: null }
}

/**
 * A code of a second factor. Browsers that the account does not know share one count, whatever network they use: the person
 * behind them has the password.
 */
export function factorTry({ address, source }: Counted): repository.Try {
  const counted = source.isKnown ? source : { key: address, isKnown: false }
  return { address, kind: 'factor', source: counted, block: null }
}

/**
 * Throws `too_many` while a source has to wait after its failures. Throws `use_login_link` after too many wrong passwords
 * of strangers, from one address block or in all: passwords then work there only in browsers the account knows.
 */
export async function refuseWhilePausing(db: Db, tried: repository.Try, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limitWindow)
  const pause = signInPause(await repository.failures(db, tried, since), now)
  if (pause > 0) throw new DomainError('too_many', { retryAfter: pause, message: pauseWords(tried, pause) })
  if (tried.kind !== 'password' || tried.source.isKnown) return
  const { inAll, ofBlock } = await repository.strangersFailures(db, tried, since)
  if (inAll >= strangersAllowed || ofBlock >= strangersOfBlock) throw new DomainError('use_login_link')
}

function pauseWords({ kind, source }: repository.Try, pause: number): string {
  const wait = waitWords(pause)
  if (kind === 'factor') return `Too many wrong codes. Wait ${wait} and try again.`
  if (kind === 'step_up') return `Too many wrong passwords. Wait ${wait} and try again.`
  const where = source.isKnown ? 'in this browser' : 'from your network'
  return `Too many wrong passwords for this email ${where}. Wait ${wait}, or ask for a login link by mail.`
}

/** A wait in words, rounded up: "1 second", "40 seconds", "2 minutes", "3 hours". */
export function waitWords(seconds: number): string {
  if (seconds < 100) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
