import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { accountById } from '../../accounts/index.ts'
import { labById, managedSite } from '../../labs/index.ts'
import { passedOf } from '../opening-hours/routes.ts'
import { beyondPlan, planNow, setPlan, wishedPlan } from './capacity.ts'
import { changesOf } from './repository.ts'

/** Serves the number of home visits of a lab to its managers, for the locations where they work. */
export function placesRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, contract.readVisitPlaces, async ({ actor, query }) => {
    const now = clock.now()
    const { member, sites, site } = await managedSite(db, actor, query.location)
    const [lab, plan, changes] = await Promise.all([
      labById(db, member.lab_id),
      planNow(db, site.id, now),
      changesOf(db, site.id),
    ])
    const people = await Promise.all(changes.map(({ accountId }) => accountById(db, accountId)))
    return {
      data: {
        ...{ lab: member.name, homeVisits: lab?.homeCollection ?? false },
        locations: sites.map(({ address, name }) => ({ address, name })),
        ...{ address: site.address, openingHours: site.openingHours, plan },
        beyond: await beyondPlan(db, site.id, plan, now),
        changes: changes.map(({ at }, index) => ({ at: at.toISOString(), by: people[index]?.name ?? '' })),
      },
    }
  })

  serve(server, contract.previewVisitPlaces, async ({ actor, body }) => {
    const now = clock.now()
    const { site } = await managedSite(db, actor, body.location)
    return { data: { beyond: await beyondPlan(db, site.id, wishedPlan(body.plan, now), now) } }
  })

  serve(server, contract.setVisitPlaces, async ({ actor, body }) => {
    const { site } = await managedSite(db, actor, body.location)
    const by = { locationId: site.id, accountId: actor.accountId, at: clock.now() }
    const set = await db.transaction().execute((tx) => setPlan(tx, by, body.plan, body.seen))
    return { data: { ...set, passed: passedOf(body.plan.days, by.at) } }
  })
}
