import { giveUpSamples, giveUpSamplesFor, kobo, nairaOf } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import { orderByReference, ownOrder } from '../orders/index.ts'
import { cancelSpecimens } from './cancel-specimens.ts'

/** Serves the cancellation of outstanding specimens: by the owner of the order, or by an operator for them. */
export function specimenCancellationRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, giveUpSamples, async ({ actor, params, body }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    const role = actor.type === 'doctor' ? 'doctor' : 'patient'
    const by = { actor: role, accountId: actor.accountId, at: clock.now(), ...body } as const
    await db.transaction().execute((tx) => cancelSpecimens(tx, order.id, by))
    return { data: {} }
  })
  serve(server, giveUpSamplesFor, async ({ actor, params, body }) => {
    const order = await orderByReference(db, params.reference)
    if (!order) throw new DomainError('not_found')
    const by = { actor: 'operator', accountId: actor.accountId, reason: body.reason } as const
    const amount = await db
      .transaction()
      .execute((tx) => cancelSpecimens(tx, order.id, { ...by, accessions: 'all', at: clock.now() }))
    return { data: { refund: amount.kobo > 0 ? nairaOf(kobo(amount.kobo)) : null } }
  })
}
