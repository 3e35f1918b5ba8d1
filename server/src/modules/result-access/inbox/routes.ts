import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { ownOrder } from '../../orders/index.ts'
import { acknowledge } from './acknowledged.ts'
import { cursorOf, presentItem, readCursor } from './present.ts'
import * as repository from './repository.ts'

const pageLength = 20

/** Results that wait for a doctor, and the doctor's acknowledgements. */
export function inboxRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, contract.listInbox, async ({ actor, query }) => {
    const after = query.after === undefined ? null : readCursor(query.after)
    if (query.after !== undefined && !after)
      throw new DomainError('invalid', { fields: { after: 'not a place in this list' } })
    const asked = { now: clock.now(), after, limit: pageLength + 1 }
    const found = await repository.inboxOf(db, actor.accountId, asked)
    const shown = found.slice(0, pageLength)
    const last = shown.at(-1)
    return {
      data: {
        items: shown.map(presentItem),
        next: found.length > pageLength && last ? cursorOf(last) : null,
      },
    }
  })
  serve(server, contract.acknowledgeResults, async ({ actor, params, body }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    const at = clock.now()
    const by = { accountId: actor.accountId, at }
    await db.transaction().execute((tx) => acknowledge(tx, order, body.seen, by))
    return { data: { at: at.toISOString() } }
  })
}
