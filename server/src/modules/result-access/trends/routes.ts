import { readOwnPeople, readTrends } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { countLook } from '../pace.ts'
import { orderToRead } from '../readings.ts'
import { readPeople, readTrendsOf } from './trends.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** A patient's own results over time. Other people's are `not_found`. */
export function trendRoutes(server: Server, { db, clock, secret }: Dependencies): void {
  serve(server, readTrends, async ({ actor, params }) => {
    const { order } = await orderToRead(db, actor, params.reference)
    await countLook(db, secret, actor.accountId, clock.now())
    const series = await readTrendsOf(db, { actor, at: clock.now() }, order)
    return { data: { bornOn: order.patient_born_on, series } }
  })
  serve(server, readOwnPeople, async ({ actor }) => {
    await countLook(db, secret, actor.accountId, clock.now())
    return { data: { people: await readPeople(db, { actor, at: clock.now() }) } }
  })
}
