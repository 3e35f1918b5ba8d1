import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { requireMember } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Actor, type Server, serve } from '../../platform/http.ts'
import type { ByMember } from '../report/reports.ts'
import { lookAtPlacing, openWaiting, placeByHand, setAside } from './desk.ts'
import { presentOpened, presentWaiting } from './present.ts'
import { countWaiting, forgetDelivered, waitingOf } from './repository.ts'

/** So many are listed; whoever has more has one cause. */
const listed = 200

/**
 * What came in and could not be placed, for a lab's staff. What names a sample is for those who work at its location; what
 * names none belongs to no location yet, so everybody of the lab sees that it waits. The test's name is for the desk and the
 * scientists, what it says for scientists alone.
 */
export function deskRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  const act = db.transaction()
  const by = async (actor: Actor): Promise<ByMember> => ({
    ...{ member: await requireMember(db, actor), accountId: actor.accountId, at: clock.now() },
  })
  serve(server, contract.listWaitingReports, async ({ actor }) => {
    const member = await requireMember(db, actor)
    const [reports, waiting] = [await waitingOf(db, member, listed), await countWaiting(db, member)]
    const mayOpen = member.duties.includes('scientist')
    const mayName = mayOpen || member.duties.includes('desk')
    const listing = reports.map(presentWaiting).map((one) => (mayName ? one : { ...one, test: null }))
    return { data: { lab: member.name, mayOpen, mayName, waiting, reports: listing } }
  })
  serve(server, contract.countWaitingReports, async ({ actor }) => {
    const member = await requireMember(db, actor)
    return { data: { waiting: await countWaiting(db, member) } }
  })
  serve(server, contract.openWaitingReport, async ({ actor, params }) => {
    const scientist = await by(actor)
    return { data: presentOpened(await act.execute((tx) => openWaiting(tx, scientist, params.id))) }
  })
  serve(server, contract.previewPlacing, async ({ actor, params, body }) => {
    const scientist = await by(actor)
    return { data: await act.execute((tx) => lookAtPlacing(tx, scientist, params.id, body.accession)) }
  })
  serve(server, contract.placeReport, async ({ actor, params, body }) => {
    const scientist = await by(actor)
    return { data: await act.execute((tx) => placeByHand(tx, scientist, params.id, body.accession)) }
  })
  serve(server, contract.setAsideReport, async ({ actor, params, body }) => {
    const scientist = await by(actor)
    await act.execute((tx) => setAside(tx, scientist, params.id, body.reason))
    return { data: {} }
  })
}

/** How long what nobody placed is kept, in days. */
const keptDays = 30

/** Erases what has waited for too long; that it came in stays known. */
export async function tidyDeliveries(db: Db, clock: Clock): Promise<void> {
  await forgetDelivered(db, new Date(clock.now().getTime() - keptDays * 24 * 60 * 60 * 1000))
}
