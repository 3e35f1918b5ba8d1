import { readAwaited as readAwaitedCall, readLeftOut as readCall } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { type OrderRow, ownOrder } from '../../orders/index.ts'
import { readMissedSpecimens } from './missed-specimens.ts'
import { readOutstanding } from './outstanding.ts'

/** The outstanding specimens of an order, for its owner. Throws `not_found` for the order of another account. */
export function missedSpecimenRoutes(server: Server, { db }: { readonly db: Db }): void {
  serve(server, readCall, async ({ actor, params }) => ({
    data: await readMissedSpecimens(db, await owned(db, actor, params.reference)),
  }))
  serve(server, readAwaitedCall, async ({ actor, params }) => ({
    data: await readOutstanding(db, await owned(db, actor, params.reference)),
  }))
}

async function owned(db: Db, actor: Actor, reference: string): Promise<OrderRow> {
  const order = await ownOrder(db, actor.accountId, reference)
  if (!order) throw new DomainError('not_found')
  return order
}
