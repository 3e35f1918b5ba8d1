import * as contract from '@labalaba/contract'
import { lagosDate } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { accountById } from '../../accounts/index.ts'
import { hasJustPassed, hoursChanges, managedSite, readHours, writtenHours } from '../../labs/index.ts'
import { setOpenHours, standingOutside } from './opening-hours.ts'
import type { StandingRow } from './repository.ts'

/** Serves the opening hours of a lab to its managers, for the locations where they work. */
export function hoursRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, contract.readOpenHours, async ({ actor, query }) => {
    const now = clock.now()
    const { member, sites, site } = await managedSite(db, actor, query.location)
    const [standing, changes] = await Promise.all([
      standingOutside(db, site.id, site.openingHours, now),
      hoursChanges(db, site.id),
    ])
    const people = await Promise.all(changes.map(({ accountId }) => accountById(db, accountId)))
    return {
      data: {
        lab: member.name,
        locations: sites.map(({ address, name }) => ({ address, name })),
        address: site.address,
        hours: readHours(site.openingHours, lagosDate(now)),
        written: site.openingHours,
        standing: standing.map(presentStanding),
        changes: changes.map(({ at, became }, index) => ({
          ...{ at: at.toISOString(), became },
          by: people[index]?.name ?? '',
        })),
      },
    }
  })

  serve(server, contract.previewOpenHours, async ({ actor, body }) => {
    const now = clock.now()
    const { site } = await managedSite(db, actor, body.location)
    const standing = await standingOutside(db, site.id, writtenHours(body.hours, now), now)
    return { data: { standing: standing.map(presentStanding) } }
  })

  serve(server, contract.setOpenHours, async ({ actor, body }) => {
    const { site } = await managedSite(db, actor, body.location)
    const by = { locationId: site.id, accountId: actor.accountId, at: clock.now() }
    const set = await db.transaction().execute((tx) => setOpenHours(tx, by, body.hours, body.seen))
    const passed = passedOf(body.hours.days, by.at)
    return { data: { written: set.written, standing: set.standing.map(presentStanding), passed } }
  })
}

/** The days of a form that passed while it was open. */
export function passedOf(days: readonly { readonly on: string }[], at: Date): string[] {
  const today = lagosDate(at)
  return days.map(({ on }) => on).filter((on) => hasJustPassed(on, today))
}

function presentStanding({ reference, day, time }: StandingRow): contract.StandingVisit {
  return { reference, date: day, time }
}
