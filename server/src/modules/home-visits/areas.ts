import type { ServiceArea } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { staffById } from '../accounts/index.ts'
import { knownAreas } from '../labs/index.ts'
import { defaultDailyVisits } from '../scheduling/index.ts'
import * as repository from './area-repository.ts'

export type Served = { readonly areas: readonly ServiceArea[]; readonly daily: number }

/** Sets the areas of a phlebotomist. Throws `not_found`, and `unknown_area` if a state or area cannot be assigned. */
export async function setServed(tx: Tx, staffId: string, served: Served): Promise<void> {
  await requirePhlebotomist(tx, staffId)
  const assignable = new Map((await assignableAreas(tx)).map(({ state, areas }) => [state, areas]))
  for (const { state, area } of served.areas) {
    const areas = assignable.get(state)
    if (!areas || (area !== '' && !areas.includes(area))) throw new DomainError('unknown_area')
  }
  await repository.setAreas(tx, staffId, served)
}

/** The areas that a phlebotomist can serve: those that a patient can choose, and those of labs with home visits. */
export async function assignableAreas(db: Db): Promise<{ state: string; areas: string[] }[]> {
  const areas = new Map<string, Set<string>>()
  for (const one of [...(await knownAreas(db)), ...(await repository.visitedAreas(db))])
    areas.set(one.state, new Set([...(areas.get(one.state) ?? []), ...one.areas]))
  return [...areas]
    .map(([state, names]) => ({ state, areas: [...names].toSorted() }))
    .toSorted((one, other) => (one.state < other.state ? -1 : 1))
}

/** The areas of a phlebotomist. Throws `not_found`. */
export async function servedBy(db: Db, staffId: string): Promise<Served> {
  await requirePhlebotomist(db, staffId)
  return (await repository.areasOf(db, staffId)) ?? { areas: [], daily: defaultDailyVisits }
}

async function requirePhlebotomist(db: Db, staffId: string): Promise<void> {
  const member = await staffById(db, staffId)
  if (member?.type !== 'phlebotomist') throw new DomainError('not_found')
}
