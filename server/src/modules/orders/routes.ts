import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Actor, paginate, type Server, serve } from '../../infra/http/http.ts'
import type { UseLimits } from '../../infra/http/use-limits.ts'
import { creditBalance } from '../ledger/index.ts'
import { holdAllowanceOf } from '../scheduling/index.ts'
import { readDraft, saveDraft } from './drafts/drafts.ts'
import { forgetDraft } from './drafts/repository.ts'
import { requireOwnOrder } from './order-transitions.ts'
import { deletePerson, editPerson, keepPerson, readPeople } from './people/people.ts'
import { bookerOf } from './policy.ts'
import { presentOrderItem } from './present.ts'
import { quoteBooking } from './rates/earnings.ts'
import { ordersOf } from './repository.ts'
import { keepLate, moveVisit } from './visit-change.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly useLimits: UseLimits
}

/**
 * Serves the orders, the draft and the people of the signed-in account; the share that a doctor would earn from a booking;
 * and the choices of an order's owner about the home visit. Cancelling is served with all other cancellations.
 */
export function orderRoutes(server: Server, deps: Dependencies): void {
  const { db, clock } = deps
  serve(server, contract.listOrders, async ({ actor, query, reader }) => {
    const { rows: orders, total } = await ordersOf(reader, actor.accountId, query)
    return { data: orders.map(presentOrderItem), pagination: paginate(total, query) }
  })
  serve(server, contract.quoteBooking, async ({ actor, body }) => ({
    data: await quoteBooking(deps, actor, body, clock.now()),
  }))
  serve(server, contract.answerLateMoney, async ({ actor, params }) => {
    const order = await requireOwnOrder(db, actor, params.reference)
    await db.transaction().execute((tx) => keepLate(tx, order.id, bookerOf(actor), clock.now()))
    return { data: {} }
  })
  serve(server, contract.moveVisit, async ({ actor, params, body, address }) => {
    const order = await requireOwnOrder(db, actor, params.reference)
    const holds = holdAllowanceOf(deps, address)
    await db
      .transaction()
      .execute((tx) => moveVisit(tx, order.id, bookerOf(actor), body, clock.now(), { holds }))
    return { data: body }
  })
  serveDraft(server, deps)
  servePeople(server, deps)
}

function serveDraft(server: Server, deps: Dependencies): void {
  const { db } = deps
  serve(server, contract.readBookingDraft, async ({ actor }) => {
    const [draft, credit] = await Promise.all([
      readDraft(deps, actor.accountId),
      creditBalance(db, actor.accountId),
    ])
    return { data: { draft, credit: contract.nairaOf(credit) } }
  })
  serve(server, contract.saveBookingDraft, async ({ actor, body }) => ({
    data: await saveDraft(deps, actor.accountId, body),
  }))
  serve(server, contract.forgetBookingDraft, async ({ actor }) => {
    await forgetDraft(db, actor.accountId)
    return { data: {} }
  })
}

/** Throws `not_found` for another account's person and for other account types. */
function servePeople(server: Server, deps: Dependencies): void {
  serve(server, contract.listPeople, async ({ actor }) => ({
    data: await readPeople(deps, patientOf(actor)),
  }))
  serve(server, contract.addPerson, async ({ actor, body }) => ({
    data: await keepPerson(deps, patientOf(actor), body),
  }))
  serve(server, contract.changePerson, async ({ actor, params, body }) => ({
    data: await editPerson(deps, patientOf(actor), params.id, body),
  }))
  serve(server, contract.removePerson, async ({ actor, params }) => {
    await deletePerson(deps, patientOf(actor), params.id)
    return { data: {} }
  })
}

function patientOf({ accountId, type }: Actor): number {
  if (type !== 'user') throw new DomainError('not_found')
  return accountId
}
