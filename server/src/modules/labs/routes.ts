import * as contract from '@labalaba/contract'
import { lagosDate } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { firstName } from '../../infra/first-name.ts'
import { type Actor, paginate, type Server, serve } from '../../infra/http/http.ts'
import {
  acceptInvitation,
  type Hasher,
  listStaff,
  openInvitation,
  renewInvitation,
  resetSecondFactor,
  restoreStaff,
  revokeInvitation,
  suspendStaff,
} from '../accounts/index.ts'
import { addFavourite, listLabs, readLab, removeFavourite } from './labs.ts'
import {
  atWholeLab,
  changeMembership,
  invite,
  requireManager,
  requireMember,
  requireWholeLab,
} from './members/members.ts'
import { givenBy, membersOf } from './members/repository.ts'
import { labItem, labPage, presentMembership, presentStaff } from './present.ts'
import { knownAreas } from './repository.ts'
import { type SystemRow, systemsOf } from './systems/repository.ts'
import { type ByManager, makeSystem, revokeSystem } from './systems/systems.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly hasher: Hasher
}

/** Serves labs, favourites and areas to patients, staff and their invitations, and the keys of a lab's connected systems. */
export function labRoutes(server: Server, deps: Dependencies): void {
  const { db, clock } = deps
  serve(server, contract.listLabs, async ({ actor, query, reader }) => {
    const { labs, total } = await listLabs(reader, actor.accountId, query)
    const today = lagosDate(clock.now())
    return { data: labs.map((lab) => labItem(lab, today)), pagination: paginate(total, query) }
  })
  serve(server, contract.readLab, async ({ actor, params, reader }) => ({
    data: labPage(await readLab(reader, actor.accountId, params.lab), lagosDate(clock.now())),
  }))
  serve(server, contract.addFavourite, async ({ actor, body }) => {
    await addFavourite(db, clock, actor.accountId, body.labSlug)
    return { data: { isFavorite: true } }
  })
  serve(server, contract.removeFavourite, async ({ actor, body }) => {
    await removeFavourite(db, actor.accountId, body.labSlug)
    return { data: { isFavorite: false } }
  })
  serve(server, contract.listKnownAreas, async ({ reader }) => ({ data: await knownAreas(reader) }))
  serve(server, contract.readMembership, async ({ actor }) => ({
    data: presentMembership(await requireMember(db, actor)),
  }))
  operatorRoutes(server, deps)
  invitationRoutes(server, deps)
  systemRoutes(server, deps)
}

function operatorRoutes(server: Server, { db, clock, secret }: Dependencies): void {
  const act = db.transaction()
  serve(server, contract.inviteStaff, async ({ actor, body }) => {
    const by = { accountId: actor.accountId, at: clock.now() }
    return { data: { id: await act.execute((tx) => invite(tx, secret, body, by)) } }
  })
  serve(server, contract.listStaff, async ({ query }) => {
    const { page, limit, q = '' } = query
    const { staff, total } = await listStaff(db, { q: q.trim(), limit, offset: (page - 1) * limit })
    const ids = staff.map(({ id }) => id)
    const [members, given] = [await membersOf(db, ids), await givenBy(db, ids)]
    const now = clock.now()
    const data = staff.map((one) =>
      presentStaff(
        one,
        members.find((member) => member.staff_id === one.id),
        given.find((change) => change.staff_id === one.id),
        now,
      ),
    )
    return { data, pagination: paginate(total, query) }
  })
  serve(server, contract.renewInvitation, async ({ params }) => {
    await act.execute((tx) => renewInvitation(tx, secret, params.id, clock.now()))
    return { data: {}, message: 'the invitation is sent again' }
  })
  serve(server, contract.revokeInvitation, async ({ params }) => {
    await act.execute((tx) => revokeInvitation(tx, params.id, clock.now()))
    return { data: {}, message: 'the invitation is taken back' }
  })
  serve(server, contract.changeMembership, async ({ actor, params, body }) => {
    const by = { accountId: actor.accountId, at: clock.now() }
    await act.execute((tx) => changeMembership(tx, params.id, body, by))
    return { data: {} }
  })
  serve(server, contract.suspendStaff, async ({ params, body }) => {
    await act.execute((tx) => suspendStaff(tx, params.id, body.reason, clock.now()))
    return { data: {}, message: 'the account is suspended' }
  })
  serve(server, contract.restoreStaff, async ({ params }) => {
    await act.execute((tx) => restoreStaff(tx, params.id, clock.now()))
    return { data: {}, message: 'the account works again' }
  })
  serve(server, contract.resetSecondFactor, async ({ params }) => {
    await act.execute((tx) => resetSecondFactor(tx, params.id, clock.now()))
    return { data: {}, message: 'the authenticator app is removed' }
  })
}

function invitationRoutes(server: Server, deps: Dependencies): void {
  const { db, clock } = deps
  serve(server, contract.readInvitation, async ({ body }) => {
    const { id, type, email, name, expires_at } = await openInvitation(db, body.token, clock.now())
    const [member] = await membersOf(db, [id])
    const expiresAt = expires_at.toISOString()
    return { data: { type, email, name, labName: member?.name ?? null, expiresAt } }
  })
  serve(server, contract.acceptInvitation, async ({ body }) => ({
    data: { challenge: await acceptInvitation(deps, body) },
  }))
}

/** Serves the keys of a lab's connected systems to its managers. Other accounts get `not_found`. */
function systemRoutes(server: Server, { db, clock }: Dependencies): void {
  /** Only a manager of the whole lab may change keys, because a key is valid for all of it. */
  const managerOf = async (actor: Actor): Promise<ByManager> => {
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
    const by = await managerOf(actor)
    const { key, system } = await db.transaction().execute((tx) => makeSystem(tx, by, body.name))
    return { data: { key, system: presentSystem(system) } }
  })
  serve(server, contract.revokeLabSystem, async ({ actor, params }) => {
    const by = await managerOf(actor)
    const system = await db.transaction().execute((tx) => revokeSystem(tx, by, Number(params.id)))
    return { data: presentSystem(system) }
  })
}

function presentSystem(system: SystemRow): contract.LabSystem {
  return {
    id: String(system.id),
    name: system.name,
    keyStart: system.key_start,
    madeBy: firstName(system.made_name),
    madeAt: system.made_at.toISOString(),
    lastUsedAt: system.last_used_at?.toISOString() ?? null,
    revokedBy: system.revoked_name === null ? null : firstName(system.revoked_name),
    revokedAt: system.revoked_at?.toISOString() ?? null,
  }
}
