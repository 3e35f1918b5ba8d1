import { answerLateMoney, moveVisit as moveVisitCall } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { type Server, serve, type Viewer } from '../../platform/http.ts'
import type { Secret } from '../../platform/secret.ts'
import type { UseLimits } from '../../platform/use-limits.ts'
import * as rows from '../rows.ts'
import { holdAllowanceOf } from '../slot/holds.ts'
import { type Chooser, keepLate, moveVisit } from './choices.ts'

type Needs = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly useLimits: UseLimits
}

/** What the owner of an order chooses when its money came late. Cancelling stands with all other cancelling. */
export function lateRoutes(server: Server, needs: Needs): void {
  const { db, clock } = needs
  serve(server, answerLateMoney, async ({ viewer, params }) => {
    const order = await owned(db, viewer, params.reference)
    await db.transaction().execute((tx) => keepLate(tx, order.id, chooserOf(viewer), clock.now()))
    return { data: {} }
  })

  serve(server, moveVisitCall, async ({ viewer, params, body, address }) => {
    const order = await owned(db, viewer, params.reference)
    const holds = holdAllowanceOf(needs, address)
    await db
      .transaction()
      .execute((tx) => moveVisit(tx, order.id, chooserOf(viewer), body, clock.now(), { holds }))
    return { data: body }
  })
}

function chooserOf(viewer: Viewer): Chooser {
  return viewer.type === 'doctor' ? 'doctor' : 'patient'
}

async function owned(db: Db, viewer: Viewer, reference: string): Promise<rows.OrderRow> {
  const order = await rows.ownOrder(db, viewer.accountId, reference)
  if (!order) throw new DomainError('not_found')
  return order
}
