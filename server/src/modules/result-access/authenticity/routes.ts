import { checkReport } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { addressAbout, countTry, pauseBeforeTry } from '../../../infra/http/tries.ts'
import { hashCode, reportByCode } from '../../results/index.ts'
import { presentAuthenticity } from './present.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/**
 * How many wrong codes an address may try, and within how many milliseconds. A code has eighty bits, so this only protects
 * our servers. A whole lab or mobile network may share an address, so right codes are accepted for longer than wrong ones.
 */
const most = 30
const mostOfAll = 300
const window = 10 * 60 * 1000

/**
 * Whether a report is genuine, for any person with its code. Only wrong codes are counted: after `most` the next wrong one
 * must wait; after `mostOfAll` every request from that address must wait.
 */
export function authenticityRoutes(server: Server, { db, clock, secret }: Dependencies): void {
  serve(server, checkReport, async ({ params, address }) => {
    const about = addressAbout(secret, 'report code', address)
    const now = clock.now()
    const outcome = await db.transaction().execute(async (tx: Tx) => {
      const all = await pauseBeforeTry(tx, [{ about, most: mostOfAll, window }], now)
      if (all > 0) return all
      const report = await reportByCode(tx, hashCode(params.code))
      if (report) return report
      const wrong = [{ about, most, window }]
      const pause = await pauseBeforeTry(tx, wrong, now)
      await countTry(tx, wrong, now)
      return pause
    })
    // Thrown after the transaction: inside it, the count would be rolled back.
    if (outcome === 0) throw new DomainError('not_found')
    if (typeof outcome === 'number') throw new DomainError('too_many', { retryAfter: outcome })
    return { data: presentAuthenticity(outcome) }
  })
}
