import { downloadLabels } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { openRenderer } from '../../../infra/pdf/renderer.ts'
import { writeDown } from '../../audit/index.ts'
import { requireDuty } from '../../labs/index.ts'
import { specimensOf } from '../repository.ts'
import { isInForce } from '../specimens.ts'
import { colleague } from '../staff/colleague.ts'
import { dutiesFor } from '../staff/duties.ts'
import { orderSeen } from '../staff/repository.ts'
import { type LabelSheet, labelOf } from './content.ts'

/**
 * The labels of an order's specimens, for the staff of its lab. Rejected and given-up specimens have none. Printing is
 * recorded in the audit.
 */
export function labelRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  const renderer = openRenderer<LabelSheet>(new URL('./drawing.ts', import.meta.url))
  server.fastify.addHook('onClose', () => renderer.close())
  serve(server, downloadLabels, async ({ actor, params, query }) => {
    const who = await colleague(db, actor)
    const order = await orderSeen(db, who.sight, params.reference)
    if (!order) throw new DomainError('not_found')
    requireDuty(who.member, ...dutiesFor.print)
    if (order.state === 'cancelled') throw new DomainError('wrong_state')
    const specimens = (await specimensOf(db, order.id)).filter(isInForce)
    const asked = specimens.filter(({ accession }) => (query.accession ?? accession) === accession)
    if (asked.length === 0) throw new DomainError(query.accession ? 'not_found' : 'wrong_state')
    const now = clock.now()
    const labels = asked.map((specimen) => labelOf(order, specimen, now))
    const printed = {
      order_id: order.id,
      role: 'lab',
      account_id: actor.accountId,
      at: now,
    } as const
    await db.transaction().execute((tx) => writeDown(tx, [{ ...printed, what: 'labels_printed' }]))
    return {
      file: await renderer.render({ layout: query.layout, labels }, `account ${actor.accountId}`),
      name: `labels-${order.reference}.pdf`,
    }
  })
}
