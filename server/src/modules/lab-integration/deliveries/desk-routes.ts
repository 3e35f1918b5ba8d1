import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { requireMember } from '../../labs/index.ts'
import type { ByMember } from '../../results/index.ts'
import { lookAtPlacing, openWaiting, placeByHand, setAside } from './desk.ts'
import { presentOpened, presentWaiting } from './present.ts'
import { countWaiting, forgetDelivered, waitingOf } from './repository.ts'

/** How many are listed at most; more than these usually have one cause. */
const listed = 200

/**
 * Unmatched results, for a lab's staff. A result that names a sample is for the staff of its location. One that names none
 * belongs to no location yet, so all staff of the lab see that it waits. The desk and the scientists see the test's name;
 * only scientists see the values.
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

/** How long unmatched results are stored, in days. */
const keptDays = 30

/** Erases the content of results that have waited too long; the record of their arrival stays. */
export async function tidyDeliveries(db: Db, clock: Clock): Promise<void> {
  await forgetDelivered(db, new Date(clock.now().getTime() - keptDays * 24 * 60 * 60 * 1000))
}
