import { answerLateMoney, moveVisit as moveVisitCall } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import type { UseLimits } from '../../../infra/http/use-limits.ts'
import { holdAllowanceOf } from '../../scheduling/index.ts'
import * as repository from '../repository.ts'
import { type BookerRole, keepLate, moveVisit } from './visit-change.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly useLimits: UseLimits
}

/** The choices of an order's owner after a late payment. Cancelling is served with all other cancellations. */
export function visitChangeRoutes(server: Server, deps: Dependencies): void {
  const { db, clock } = deps
  serve(server, answerLateMoney, async ({ actor, params }) => {
    const order = await owned(db, actor, params.reference)
    await db.transaction().execute((tx) => keepLate(tx, order.id, chooserOf(actor), clock.now()))
    return { data: {} }
  })

  serve(server, moveVisitCall, async ({ actor, params, body, address }) => {
    const order = await owned(db, actor, params.reference)
    const holds = holdAllowanceOf(deps, address)
    await db
      .transaction()
      .execute((tx) => moveVisit(tx, order.id, chooserOf(actor), body, clock.now(), { holds }))
    return { data: body }
  })
}

function chooserOf(actor: Actor): BookerRole {
  return actor.type === 'doctor' ? 'doctor' : 'patient'
}

async function owned(db: Db, actor: Actor, reference: string): Promise<repository.OrderRow> {
  const order = await repository.ownOrder(db, actor.accountId, reference)
  if (!order) throw new DomainError('not_found')
  return order
}
