import {
  forgetBookingDraft,
  listOrders,
  nairaOf,
  readBookingDraft,
  saveBookingDraft,
} from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { paginate, type Server, serve } from '../../infra/http/http.ts'
import { creditBalance } from '../ledger/index.ts'
import { forgetDraft, readDraft, saveDraft } from './drafts/drafts.ts'
import { presentOrderItem } from './present.ts'
import * as repository from './repository.ts'

export type BookingDependencies = { readonly db: Db; readonly clock: Clock }

/** The orders and the draft of the signed-in account only. */
export function orderRoutes(server: Server, dependencies: BookingDependencies): void {
  const { db } = dependencies
  serve(server, listOrders, async ({ actor, query }) => {
    const { rows: orders, total } = await repository.ordersOf(db, actor.accountId, query)
    return { data: orders.map(presentOrderItem), pagination: paginate(total, query) }
  })
  serve(server, readBookingDraft, async ({ actor }) => {
    const [draft, credit] = await Promise.all([
      readDraft(dependencies, actor.accountId),
      creditBalance(db, actor.accountId),
    ])
    return { data: { draft, credit: nairaOf(credit) } }
  })
  serve(server, saveBookingDraft, async ({ actor, body }) => ({
    data: await saveDraft(dependencies, actor.accountId, body),
  }))
  serve(server, forgetBookingDraft, async ({ actor }) => {
    await forgetDraft(db, actor.accountId)
    return { data: {} }
  })
}
