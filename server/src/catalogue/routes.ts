import { listLabTests } from '@labalaba/contract'
import type { Db } from '../db.ts'
import { requireLab } from '../lab/index.ts'
import { type Server, serve } from '../platform/http.ts'
import { labTest } from './present.ts'
import { offersOf } from './rows.ts'

/** Serves what a lab offers. */
export function catalogueRoutes(server: Server, { db }: { db: Db }): void {
  serve(server, listLabTests, async ({ query }) => {
    const lab = await requireLab(db, query.lab)
    const offers = await offersOf(db, lab.id)
    return { data: [{ lab: lab.slug, tests: offers.map((offer) => labTest(offer, lab.turnaroundFactor)) }] }
  })
}
