import type { Order } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { sampleWorkStatus } from '../home-visits/index.ts'
import {
  earningDoctor,
  longestTurnaroundHours,
  ownWholeOrder,
  presentCancellation,
  presentOrder,
  presentPromise,
  promiseOf,
  reachedStages,
} from '../orders/index.ts'
import { readMoney } from '../payments/index.ts'
import { hasReadable } from '../result-access/index.ts'
import { reservationStatus } from '../scheduling/index.ts'

export type OrderViewDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly publicUrl: string
}

/**
 * Everything on the page of an order: the order with its lines, its money, the work on it, the home visit's window, and
 * whether a result can be read. Throws DomainError `not_found` for an order of another account.
 */
export async function readOrderView(
  { db, clock, ...maker }: OrderViewDependencies,
  actor: Actor,
  reference: string,
): Promise<Order> {
  const whole = await ownWholeOrder(db, actor.accountId, reference)
  if (!whole) throw new DomainError('not_found')
  const { order, lines, moves, site } = whole
  const now = clock.now()
  const seen = moves.some(({ to }) => to === 'sample_collected')
  const work = await sampleWorkStatus(db, order, { seen, now })
  const money = await readMoney({ db, ...maker }, order, work.hasBegun, now)
  const doctorName = await earningDoctor(db, order)
  const place = await reservationStatus(db, order, now)
  const readResults = await hasReadable(db, order, actor, now)
  const terms = { hours: longestTurnaroundHours(lines), openingHours: site.openingHours }
  const beside = {
    ...money,
    doctorName,
    place,
    readResults,
    wantsNewTime: work.wantsNewTime,
    cancelled: presentCancellation(order, moves),
    promised: presentPromise(promiseOf(order, moves, terms, now)),
    progress: { ...work.progress, reached: reachedStages(order.state, moves) },
  }
  return presentOrder(order, lines, site, beside, now)
}
