import {
  lagosDate,
  listAreas,
  listLabLocations,
  listLabTests,
  listPurposes,
  listTestOffers,
  nairaOf,
  readTest,
  searchTests as searchTestsCall,
} from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { paginate, type Server, serve } from '../../infra/http/http.ts'
import { labLocation, locationsOf, requireLab } from '../labs/index.ts'
import { marketsOf } from './market/markets.ts'
import { areasOf, labsOf, statesOf } from './market-repository.ts'
import { readLabList } from './offers.ts'
import { orderSetRoutes } from './order-sets/routes.ts'
import { nairaOrNull, testItem, testOffer } from './present.ts'
import { labsPausing } from './price-lists/paused-repository.ts'
import { priceListRoutes } from './price-lists/routes.ts'
import { locationsWithPackages } from './repository.ts'
import { relatedTo, requireTest, searchTests } from './search.ts'
import { allPurposes, purposesOf, testsOfPackage } from './search-repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }

/** Serves what a lab offers, the search for a test before choosing a lab, order sets, and price lists to lab managers. */
export function catalogueRoutes(server: Server, deps: Dependencies): void {
  serve(server, listLabTests, async ({ query, reader }) => ({ data: [await readLabList(reader, query.lab)] }))
  serve(server, listPurposes, async ({ reader }) => ({ data: await allPurposes(reader) }))
  serveLocations(server, deps)
  testRoutes(server, deps)
  offerRoutes(server, deps)
  orderSetRoutes(server, deps)
  priceListRoutes(server, deps)
}

/** Serves the locations of a lab, each with the categories done there, including packages. */
function serveLocations(server: Server, { clock }: Dependencies): void {
  serve(server, listLabLocations, async ({ query, reader }) => {
    const lab = await requireLab(reader, query.id)
    const today = lagosDate(clock.now())
    const [locations, withPackages] = await Promise.all([
      locationsOf(reader, lab.id),
      locationsWithPackages(reader, lab.id),
    ])
    return { data: locations.map((location) => labLocation(lab, location, withPackages, today)) }
  })
}

function testRoutes(server: Server, { clock }: Dependencies): void {
  serve(server, searchTestsCall, async ({ query, reader }) => {
    const { tests, total } = await searchTests(reader, query)
    const ids = tests.map(({ id }) => id)
    const markets = await marketsOf(reader, ids, lagosDate(clock.now()))
    return {
      data: tests.map((test) => testItem(test, markets.get(test.id))),
      pagination: paginate(total, query),
    }
  })

  serve(server, readTest, async ({ params, reader }) => {
    const today = lagosDate(clock.now())
    const test = await requireTest(reader, params.test)
    const [markets, purposes, tests, related, states, pausedAt] = await Promise.all([
      marketsOf(reader, [test.id], today),
      purposesOf(reader, test.id),
      testsOfPackage(reader, test.id),
      relatedTo(reader, test, today),
      statesOf(reader, test, today),
      labsPausing(reader, test.id, today),
    ])
    return {
      data: {
        ...testItem(test, markets.get(test.id)),
        audience: test.audience,
        purposes,
        tests,
        pausedAt,
        related: related.map(({ id: _, priceFromKobo, ...one }) => ({
          ...one,
          priceFrom: nairaOrNull(priceFromKobo),
        })),
        states: states.map(({ priceFromKobo, ...one }) => ({ ...one, priceFrom: nairaOf(priceFromKobo) })),
      },
    }
  })
}

function offerRoutes(server: Server, { clock }: Dependencies): void {
  serve(server, listTestOffers, async ({ params, query, reader }) => {
    const today = lagosDate(clock.now())
    const test = await requireTest(reader, params.test)
    const atHome = query.home === 'yes'
    if (atHome && !test.homeCollection) return { data: [], pagination: paginate(0, query) }
    const wanted = {
      state: query.state,
      area: query.area,
      within: query.within,
      sort: query.sort,
      home: atHome,
      iso: query.iso === 'yes',
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    }
    const { offers, total } = await labsOf(reader, test, today, wanted)
    return {
      data: offers.map((offer) => testOffer(offer, test, today)),
      pagination: paginate(total, query),
    }
  })

  serve(server, listAreas, async ({ params, query, reader }) => {
    const test = await requireTest(reader, params.test)
    return { data: await areasOf(reader, test, lagosDate(clock.now()), query.state) }
  })
}
