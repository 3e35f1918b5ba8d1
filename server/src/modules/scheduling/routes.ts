import * as contract from '@labalaba/contract'
import { lagosDate } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { type Actor, type Server, serve } from '../../infra/http/http.ts'
import { accountNames } from '../accounts/index.ts'
import { labById, managedSite } from '../labs/index.ts'
import { beyondPlan, planNow, setPlan, wishedPlan } from './capacity/capacity.ts'
import { changesOf as capacityChangesOf } from './capacity/repository.ts'
import { passedOf, setOpenHours, visitsOutsideHours, writtenHours } from './opening-hours/opening-hours.ts'
import { endPause, isInForce, pauseLocation } from './opening-hours/pauses.ts'
import * as hours from './opening-hours/repository.ts'
import { readHours } from './opening-hours/text.ts'
import { offerSlots } from './windows/offered.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }

/**
 * Serves the windows in which a phlebotomist can come; and to the managers of a lab, for the locations where they work, the
 * opening hours, pauses and capacity for home visits.
 */
export function schedulingRoutes(server: Server, deps: Dependencies): void {
  const { db, clock } = deps
  serve(server, contract.listSlots, async ({ query, actor }) => {
    const tests = (query.tests ?? '').split('|').filter((name) => name.trim() !== '')
    return { data: await offerSlots(db, { ...query, tests, accountId: actor.accountId }, clock.now()) }
  })
  const locationChange = async (actor: Actor, address: string) => {
    const { site } = await managedSite(db, actor, address)
    return { locationId: site.id, accountId: actor.accountId, at: clock.now() }
  }
  serveHours(server, deps, locationChange)
  serveCapacity(server, deps, locationChange)
  servePauses(server, deps, locationChange)
}

function presentSites({ member, sites, site }: Awaited<ReturnType<typeof managedSite>>) {
  const locations = sites.map(({ address, name }) => ({ address, name }))
  return { lab: member.name, locations, address: site.address }
}

/** Who changes which location, and when. Throws `not_found` for accounts that do not manage it. */
type LocationChangeOf = (actor: Actor, address: string) => Promise<hours.LocationChange>

function serveHours(server: Server, { db, clock }: Dependencies, changeOf: LocationChangeOf): void {
  serve(server, contract.readOpenHours, async ({ actor, query }) => {
    const now = clock.now()
    const managed = await managedSite(db, actor, query.location)
    const { site } = managed
    const [standing, changes] = await Promise.all([
      visitsOutsideHours(db, site.id, site.openingHours, now),
      hours.changesOf(db, site.id),
    ])
    const names = await accountNames(
      db,
      changes.map(({ accountId }) => accountId),
    )
    return {
      data: {
        ...presentSites(managed),
        hours: readHours(site.openingHours, lagosDate(now)),
        written: site.openingHours,
        standing: standing.map(presentStanding),
        changes: changes.map(({ at, became, accountId }) => ({
          at: at.toISOString(),
          became,
          by: names.get(accountId) ?? '',
        })),
      },
    }
  })

  serve(server, contract.previewOpenHours, async ({ actor, body }) => {
    const now = clock.now()
    const { site } = await managedSite(db, actor, body.location)
    const standing = await visitsOutsideHours(db, site.id, writtenHours(body.hours, now), now)
    return { data: { standing: standing.map(presentStanding) } }
  })

  serve(server, contract.setOpenHours, async ({ actor, body }) => {
    const by = await changeOf(actor, body.location)
    const set = await db.transaction().execute((tx) => setOpenHours(tx, by, body.hours, body.seen))
    const passed = passedOf(body.hours.days, by.at)
    return { data: { written: set.written, standing: set.standing.map(presentStanding), passed } }
  })
}

function presentStanding({ reference, day, time }: hours.BookedVisitRow): contract.VisitOutsideHours {
  return { reference, date: day, time }
}

function serveCapacity(server: Server, { db, clock }: Dependencies, changeOf: LocationChangeOf): void {
  serve(server, contract.readVisitPlaces, async ({ actor, query }) => {
    const now = clock.now()
    const managed = await managedSite(db, actor, query.location)
    const { site } = managed
    const [lab, plan, changes] = await Promise.all([
      labById(db, site.labId),
      planNow(db, site.id, now),
      capacityChangesOf(db, site.id),
    ])
    const names = await accountNames(
      db,
      changes.map(({ accountId }) => accountId),
    )
    return {
      data: {
        ...presentSites(managed),
        homeVisits: lab?.homeCollection ?? false,
        openingHours: site.openingHours,
        plan,
        beyond: await beyondPlan(db, site.id, plan, now),
        changes: changes.map(({ at, accountId }) => ({
          at: at.toISOString(),
          by: names.get(accountId) ?? '',
        })),
      },
    }
  })

  serve(server, contract.previewVisitPlaces, async ({ actor, body }) => {
    const now = clock.now()
    const { site } = await managedSite(db, actor, body.location)
    return { data: { beyond: await beyondPlan(db, site.id, wishedPlan(body.plan, now), now) } }
  })

  serve(server, contract.setVisitPlaces, async ({ actor, body }) => {
    const by = await changeOf(actor, body.location)
    const set = await db.transaction().execute((tx) => setPlan(tx, by, body.plan, body.seen))
    return { data: { ...set, passed: passedOf(body.plan.days, by.at) } }
  })
}

function servePauses(server: Server, { db, clock }: Dependencies, changeOf: LocationChangeOf): void {
  serve(server, contract.readPause, async ({ actor, query }) => {
    const today = lagosDate(clock.now())
    const managed = await managedSite(db, actor, query.location)
    const { site } = managed
    const [pauses, waiting] = await Promise.all([
      hours.pausesOf(db, site.id),
      hours.waitingAt(db, site, today),
    ])
    const names = await accountNames(
      db,
      pauses.flatMap(({ begun_by, ended_by }) => [begun_by, ended_by]),
    )
    const current = pauses.find((one) => isInForce(one, today))
    return {
      data: {
        ...presentSites(managed),
        name: site.name,
        pause: current ? presentPause(current, names) : null,
        before: pauses
          .filter((one) => one !== current)
          .slice(0, 10)
          .map((one) => presentPause(one, names)),
        waiting: waiting.orders.map(({ day, ...order }) => ({ ...order, date: day })),
        more: waiting.more,
      },
    }
  })

  serve(server, contract.setPause, async ({ actor, body }) => {
    const { location, seen, ...wished } = body
    const by = await changeOf(actor, location)
    return { data: { id: await db.transaction().execute((tx) => pauseLocation(tx, by, wished, seen)) } }
  })

  serve(server, contract.endPause, async ({ actor, body }) => {
    const by = await changeOf(actor, body.location)
    await db.transaction().execute((tx) => endPause(tx, by, body.seen))
    return { data: {} }
  })
}

function presentPause(row: hours.PauseRow, names: ReadonlyMap<number, string>): contract.PauseDetails {
  return {
    id: row.id,
    reason: row.reason,
    words: row.words,
    againOn: row.again_on,
    begunAt: row.begun_at.toISOString(),
    begunBy: names.get(row.begun_by) ?? '',
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by === null ? null : (names.get(row.ended_by) ?? null),
  }
}
