import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { paginate, type Server, serve } from '../../../infra/http/http.ts'
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
} from '../../accounts/index.ts'
import { changeMembership, invite, requireMember } from './members.ts'
import { presentMembership, presentStaff } from './present.ts'
import { givenBy, membersOf } from './repository.ts'

type StaffDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly hasher: Hasher
}

/** Serves staff invitations: for the operators who send them and for the invited person. */
export function staffRoutes(server: Server, deps: StaffDependencies): void {
  operatorRoutes(server, deps)
  invitationRoutes(server, deps)
  serve(server, contract.readMembership, async ({ actor }) => ({
    data: presentMembership(await requireMember(deps.db, actor)),
  }))
}

function operatorRoutes(server: Server, { db, clock, secret }: StaffDependencies): void {
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

function invitationRoutes(server: Server, deps: StaffDependencies): void {
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
