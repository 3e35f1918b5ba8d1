import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { firstName } from '../../../infra/first-name.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { atWholeLab, requireManager, requireWholeLab } from '../members/members.ts'
import { type SystemRow, systemsOf } from './repository.ts'
import { type ByManager, makeSystem, revokeSystem } from './systems.ts'

/** Serves the keys of a lab's connected systems to its managers. Other accounts get `not_found`. */
export function systemRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  /** Only a manager of the whole lab may change keys, because a key is valid for all of it. */
  const hand = async (actor: Actor): Promise<ByManager> => {
    const member = await requireManager(db, actor)
    requireWholeLab(member)
    return { labId: member.lab_id, accountId: actor.accountId, at: clock.now() }
  }
  serve(server, contract.listLabSystems, async ({ actor }) => {
    const member = await requireManager(db, actor)
    const systems = await systemsOf(db, member.lab_id)
    return {
      data: { lab: member.name, mayChange: atWholeLab(member), systems: systems.map(presentSystem) },
    }
  })
  serve(server, contract.makeLabSystem, async ({ actor, body }) => {
    const by = await hand(actor)
    const { key, system } = await db.transaction().execute((tx) => makeSystem(tx, by, body.name))
    return { data: { key, system: presentSystem(system) } }
  })
  serve(server, contract.revokeLabSystem, async ({ actor, params }) => {
    const by = await hand(actor)
    const system = await db.transaction().execute((tx) => revokeSystem(tx, by, Number(params.id)))
    return { data: presentSystem(system) }
  })
}

function presentSystem(system: SystemRow): contract.LabSystem {
  return {
    ...{ id: String(system.id), name: system.name, keyStart: system.key_start },
    madeBy: firstName(system.made_name),
    madeAt: system.made_at.toISOString(),
    lastUsedAt: system.last_used_at?.toISOString() ?? null,
    revokedBy: system.revoked_name === null ? null : firstName(system.revoked_name),
    revokedAt: system.revoked_at?.toISOString() ?? null,
  }
}
