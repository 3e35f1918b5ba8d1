import { readNewSamples } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import { ownOrder } from '../orders/index.ts'
import { specimensOf } from './repository.ts'

/**
 * The rejected specimens of an order that must be taken again, for its owner. Throws `not_found` for another account's
 * order.
 */
export function newSampleRoutes(server: Server, { db }: { readonly db: Db }): void {
  serve(server, readNewSamples, async ({ actor, params }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    const specimens = await specimensOf(db, order.id)
    const awaited = specimens.filter(({ state }) => state === 'expected').map(({ replaces }) => replaces)
    const data = specimens.flatMap(({ id, rejected_reason: reason, rejected_note: note, rejected_at: at }) =>
      reason && at && awaited.includes(id) ? [{ reason, note, rejectedAt: at.toISOString() }] : [],
    )
    return { data }
  })
}
