import type { ServiceArea } from '@labalaba/contract'
import { staffById } from '../../account/index.ts'
import type { Db, Tx } from '../../db.ts'
import { Refusal } from '../../platform/refusal.ts'
import * as rows from './area-rows.ts'

/** How many visits a day somebody is given of whom it was never said. */
export const usualLoad = 8

export type Served = { readonly areas: readonly ServiceArea[]; readonly daily: number }

/** Sets where a phlebotomist goes. Refuses `not_found`, and `unknown_area` where no lab offers home visits from there. */
export async function setServed(tx: Tx, staffId: string, served: Served): Promise<void> {
  await requirePhlebotomist(tx, staffId)
  const known = new Map((await rows.visitedAreas(tx)).map(({ state, areas }) => [state, areas]))
  for (const { state, area } of served.areas) {
    const areas = known.get(state)
    if (!areas || (area !== '' && !areas.includes(area))) throw new Refusal('unknown_area')
  }
  await rows.setAreas(tx, staffId, served)
}

/** Where a phlebotomist goes. Refuses `not_found`. */
export async function servedBy(db: Db, staffId: string): Promise<Served> {
  await requirePhlebotomist(db, staffId)
  return (await rows.areasOf(db, staffId)) ?? { areas: [], daily: usualLoad }
}

async function requirePhlebotomist(db: Db, staffId: string): Promise<void> {
  const member = await staffById(db, staffId)
  if (member?.type !== 'phlebotomist') throw new Refusal('not_found')
}
