import {
  giveUpSamples,
  giveUpSamplesFor,
  kobo,
  nairaOf,
  readAwaited as readAwaitedCall,
  readLeftOut as readCall,
} from '@labalaba/contract'
import { type OrderRow, orderByReference, ownOrder } from '../../booking/index.ts'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { type Server, serve, type Viewer } from '../../platform/http.ts'
import { type GivingUpNeeds, giveUp, readAwaited } from './giving-up.ts'
import { readLeftOut } from './left-out.ts'

/** What must be taken once more of an order, for whoever booked it, and giving it up. What is somebody else's is not found. */
export function leftOutRoutes(
  server: Server,
  needs: GivingUpNeeds & { readonly db: Db; readonly clock: Clock },
): void {
  const { db, clock } = needs
  serve(server, readCall, async ({ viewer, params }) => ({
    data: await readLeftOut(db, await owned(db, viewer, params.reference)),
  }))
  serve(server, readAwaitedCall, async ({ viewer, params }) => ({
    data: await readAwaited(db, await owned(db, viewer, params.reference)),
  }))
  serve(server, giveUpSamples, async ({ viewer, params, body }) => {
    const order = await owned(db, viewer, params.reference)
    const actor = viewer.type === 'doctor' ? 'doctor' : 'patient'
    const by = { actor, accountId: viewer.accountId, at: clock.now(), ...body } as const
    await db.transaction().execute((tx) => giveUp(tx, needs, order.id, by))
    return { data: {} }
  })
  serve(server, giveUpSamplesFor, async ({ viewer, params, body }) => {
    const order = await orderByReference(db, params.reference)
    if (!order) throw new DomainError('not_found')
    const by = { actor: 'operator', accountId: viewer.accountId, reason: body.reason } as const
    const worth = await db
      .transaction()
      .execute((tx) => giveUp(tx, needs, order.id, { ...by, accessions: 'all', at: clock.now() }))
    return { data: { refund: worth.kobo > 0 ? nairaOf(kobo(worth.kobo)) : null } }
  })
}

async function owned(db: Db, viewer: Viewer, reference: string): Promise<OrderRow> {
  const order = await ownOrder(db, viewer.accountId, reference)
  if (!order) throw new DomainError('not_found')
  return order
}
