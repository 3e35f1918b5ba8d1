import { downloadLabels, readNewSamples } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import { openRenderer } from '../../infra/pdf/renderer.ts'
import { writeDown } from '../audit/index.ts'
import { requireDuty } from '../labs/index.ts'
import { ownOrder } from '../orders/index.ts'
import { colleague, dutiesFor } from './colleague.ts'
import { type LabelSheet, labelOf } from './labels/content.ts'
import { orderSeen, specimensOf } from './repository.ts'
import { isInForce } from './specimens.ts'

/** Specimens that must be taken again, for the owner of an order; and labels, for the staff of its lab. */
export function specimenRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  const renderer = openRenderer<LabelSheet>(new URL('./labels/drawing.ts', import.meta.url))
  server.fastify.addHook('onClose', () => renderer.close())
  serve(server, readNewSamples, async ({ actor, params }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    const specimens = await specimensOf(db, order.id)
    const replaced = specimens.filter(({ state }) => state === 'expected').map(({ replaces }) => replaces)
    const data = specimens.flatMap(({ id, rejected_reason: reason, rejected_note: note, rejected_at: at }) =>
      reason && at && replaced.includes(id) ? [{ reason, note, rejectedAt: at.toISOString() }] : [],
    )
    return { data }
  })
  // Rejected and given-up specimens have no label. Printing is recorded in the audit.
  serve(server, downloadLabels, async ({ actor, params, query }) => {
    const who = await colleague(db, actor)
    const order = await orderSeen(db, who.sight, params.reference)
    if (!order) throw new DomainError('not_found')
    requireDuty(who.member, ...dutiesFor.print)
    if (order.state === 'cancelled') throw new DomainError('wrong_state')
    const specimens = (await specimensOf(db, order.id)).filter(isInForce)
    const chosen = specimens.filter(({ accession }) => (query.accession ?? accession) === accession)
    if (chosen.length === 0) throw new DomainError(query.accession ? 'not_found' : 'wrong_state')
    const at = clock.now()
    const labels = chosen.map((specimen) => labelOf(order, specimen, at))
    const printed = { order_id: order.id, role: 'lab', account_id: actor.accountId, at } as const
    await db.transaction().execute((tx) => writeDown(tx, [{ ...printed, what: 'labels_printed' }]))
    return {
      file: await renderer.render({ layout: query.layout, labels }, `account ${actor.accountId}`),
      name: `labels-${order.reference}.pdf`,
    }
  })
}
