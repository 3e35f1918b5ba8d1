import * as contract from '@labalaba/contract'
import { lagosDate } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { accountById } from '../../accounts/index.ts'
import { endPause, isPauseInForce, managedSite, type PauseRow, pausesOf } from '../../labs/index.ts'
import { lockCapacityExclusive } from '../windows/repository.ts'
import { pauseLocation } from './pause.ts'
import { waitingAt } from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }

/** Lets the managers of a lab pause the locations where they work, and end the pause. */
export function pauseRoutes(server: Server, { db, clock }: Dependencies): void {
  const handOf = async (actor: Actor, address: string) => {
    const { site } = await managedSite(db, actor, address)
    return { locationId: site.id, accountId: actor.accountId, at: clock.now() }
  }

  serve(server, contract.readPause, async ({ actor, query }) => {
    const today = lagosDate(clock.now())
    const { member, sites, site } = await managedSite(db, actor, query.location)
    const [pauses, waiting] = await Promise.all([pausesOf(db, site.id), waitingAt(db, site, today)])
    const said = await Promise.all(pauses.map(async (one) => await present(db, one)))
    const stands = pauses.findIndex((one) => isPauseInForce(one, today))
    return {
      data: {
        lab: member.name,
        locations: sites.map(({ address, name }) => ({ address, name })),
        ...{ address: site.address, name: site.name, pause: said[stands] ?? null },
        before: said.filter((_, index) => index !== stands).slice(0, 10),
        waiting: waiting.orders.map(({ day, ...order }) => ({ ...order, date: day })),
        more: waiting.more,
      },
    }
  })

  serve(server, contract.setPause, async ({ actor, body }) => {
    const { location, seen, ...wished } = body
    const by = await handOf(actor, location)
    return { data: { id: await db.transaction().execute((tx) => pauseLocation(tx, by, wished, seen)) } }
  })

  serve(server, contract.endPause, async ({ actor, body }) => {
    const by = await handOf(actor, body.location)
    await db.transaction().execute(async (tx) => {
      await lockCapacityExclusive(tx, by.locationId)
      await endPause(tx, by, body.seen)
    })
    return { data: {} }
  })
}

async function present(db: Db, row: PauseRow): Promise<contract.PauseSaid> {
  const { id, reason, words, again_on: againOn, begun_at: begunAt, ended_at: endedAt } = row
  const [begunBy, endedBy] = await Promise.all([
    accountById(db, row.begun_by),
    row.ended_by === null ? undefined : accountById(db, row.ended_by),
  ])
  return {
    ...{ id, reason, words, againOn, begunAt: begunAt.toISOString(), begunBy: begunBy?.name ?? '' },
    ...{ endedAt: endedAt?.toISOString() ?? null, endedBy: endedBy?.name ?? null },
  }
}
