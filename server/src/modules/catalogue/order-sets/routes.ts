import * as contract from '@labalaba/contract'
import { kobo, lagosDate, nairaOf, type OrderSet, type SetOffer, sum } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import * as repository from './repository.ts'
import { keepSet } from './sets.ts'

const mostSites = 20

/** Serves the order sets of doctors, and where each can be done. */
export function orderSetRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, contract.listOrderSets, async ({ actor }) => ({
    data: (await repository.setsOf(db, actor.accountId)).map(present),
  }))
  serve(server, contract.addOrderSet, async ({ actor, body }) => {
    const by = { accountId: actor.accountId, at: clock.now() }
    return { data: present(await keepSet(db, by, null, body)) }
  })
  serve(server, contract.changeOrderSet, async ({ actor, params, body }) => {
    const by = { accountId: actor.accountId, at: clock.now() }
    return { data: present(await keepSet(db, by, params.id, body)) }
  })
  serve(server, contract.forgetOrderSet, async ({ actor, params }) => {
    await repository.deleteSet(db, actor.accountId, params.id)
    return { data: {} }
  })
  serve(server, contract.listSetOffers, async ({ actor, params, query }) => {
    const set = await repository.setById(db, actor.accountId, params.id)
    if (!set) throw new DomainError('not_found')
    const wanted = { today: lagosDate(clock.now()), state: query.state ?? null, limit: mostSites }
    const testIds = set.tests.map(({ testId }) => testId)
    const sites = await repository.sitesFor(db, testIds, wanted)
    return { data: { set: present(set), offers: sites.map((site) => presentOffer(site, set)) } }
  })
}

function present({ id, name, tests }: repository.SetRow): OrderSet {
  return { id, name, tests: tests.map((test) => ({ code: test.code, name: test.name })) }
}

function presentOffer({ tests, demo, ...site }: repository.OfferedAt, set: repository.SetRow): SetOffer {
  const done = new Set(tests.map(({ testId }) => testId))
  const prices = tests.map(({ priceKobo }) => kobo(priceKobo))
  return {
    ...site,
    tests: tests.map(({ name }, index) => ({ name, amount: nairaOf(prices[index] ?? kobo(0)) })),
    notDone: set.tests.flatMap(({ testId, name }) => (done.has(testId) ? [] : [name])),
    total: nairaOf(sum(prices)),
    sampleData: demo,
  }
}
