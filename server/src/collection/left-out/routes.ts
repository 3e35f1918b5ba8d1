import { giveUpLeftOut as giveUpCall, readLeftOut as readCall } from '@labalaba/contract'
import { type OrderRow, ownOrder } from '../../booking/index.ts'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve, type Viewer } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type GivingUpNeeds, giveUp, readLeftOut } from './left-out.ts'

/** What a home visit could not take, for whoever booked it. What is somebody else's is not found. */
export function leftOutRoutes(
  server: Server,
  needs: GivingUpNeeds & { readonly db: Db; readonly clock: Clock },
): void {
  const { db, clock } = needs
  serve(server, readCall, async ({ viewer, params }) => ({
    data: await readLeftOut(db, await owned(db, viewer, params.reference)),
  }))
  serve(server, giveUpCall, async ({ viewer, params }) => {
    const order = await owned(db, viewer, params.reference)
    const actor = viewer.type === 'doctor' ? 'doctor' : 'patient'
    const owner = { actor, accountId: viewer.accountId } as const
    await db.transaction().execute((tx) => giveUp(tx, needs, order.id, owner, clock.now()))
    return { data: {} }
  })
}

async function owned(db: Db, viewer: Viewer, reference: string): Promise<OrderRow> {
  const order = await ownOrder(db, viewer.accountId, reference)
  if (!order) throw new Refusal('not_found')
  return order
}
