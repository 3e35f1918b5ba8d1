import * as contract from '@labalaba/contract'
import { noteLook, writeDown } from '../../audit/index.ts'
import type { Db } from '../../db.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { paginate, type Server, serve } from '../../platform/http.ts'
import type { Secret } from '../../platform/secret.ts'
import { presentWork, type WaitingResults } from './present.ts'
import * as rows from './rows.ts'
import { type ActNeeds, act, colleague, placesOf, readWork, sightOf } from './worklist.ts'

/** What the staff of a lab see of its orders, and do with them and their samples. What is not theirs is not found. */
export function worklistRoutes(
  server: Server,
  needs: ActNeeds & {
    readonly secret: Secret
    /** What the results of orders wait for. They stand above samples, so it is handed in. */
    readonly waitingOf: (db: Db, orderIds: readonly number[]) => Promise<ReadonlyMap<number, WaitingResults>>
  },
): void {
  const { db, clock, secret, waitingOf } = needs
  serve(server, contract.listWorklist, async ({ viewer, body }) => {
    const { stage, on, location, page, limit } = body
    if (on !== undefined && !contract.parseLagosDate(on))
      throw new DomainError('invalid', { fields: { on: 'Choose a day that exists.' } })
    const who = await colleague(db, viewer)
    const sight = await sightOf(db, who, location)
    const q = body.q?.trim() || undefined
    const found = await rows.workOf(db, sight, { stage, on, q, limit, offset: (page - 1) * limit })
    // Nobody sees a name before it is written down that they do.
    const asked = { stage, on, location, page, limit, q }
    const look = { accountId: viewer.accountId, labId: who.member.lab_id, asked, at: clock.now() } as const
    const what = q === undefined ? 'worklist_seen' : 'worklist_searched'
    await noteLook(db, secret, { ...look, what, shown: found.rows.length })
    const inLab = found.rows.filter(({ state }) => state === 'lab_processing')
    const waiting = await waitingOf(
      db,
      inLab.map(({ id }) => id),
    )
    const data = found.rows.map((work) => presentWork(work, waiting.get(work.id)))
    return { data, pagination: paginate(found.total, body) }
  })

  serve(server, contract.readWorklistDesk, async ({ viewer, query }) => {
    const who = await colleague(db, viewer)
    const sight = await sightOf(db, who, query.location)
    const [counts, places] = await Promise.all([rows.countsOf(db, sight), placesOf(db, who.member)])
    const locations = places.map(({ address, name }) => ({ address, name }))
    return { data: { lab: who.member.name, duties: who.member.duties, locations, counts } }
  })

  serve(server, contract.readLabOrder, async ({ viewer, params }) => {
    const who = await colleague(db, viewer)
    const order = await rows.orderSeen(db, who.sight, params.reference)
    if (!order) throw new DomainError('not_found')
    const seen = { order_id: order.id, role: 'lab', account_id: viewer.accountId } as const
    const entry = { ...seen, what: 'order_seen', at: clock.now() } as const
    await db.transaction().execute((tx) => writeDown(tx, [entry]))
    return { data: await readWork(needs, order, who) }
  })
  actRoutes(server, needs)
}

function actRoutes(server: Server, needs: ActNeeds): void {
  const { db } = needs
  serve(server, contract.checkIn, async ({ viewer, params }) => {
    const { reference } = params
    return { data: await act(needs, await colleague(db, viewer), { verb: 'checkIn', reference }) }
  })
  serve(server, contract.collectSamples, async ({ viewer, params, body }) => {
    const asked = {
      verb: 'collect',
      ...params,
      ...(body.accessions && { accessions: body.accessions }),
    } as const
    return { data: await act(needs, await colleague(db, viewer), asked) }
  })
  serve(server, contract.receiveSample, async ({ viewer, params }) => {
    const { accession } = params
    return { data: await act(needs, await colleague(db, viewer), { verb: 'receive', accession }) }
  })
  serve(server, contract.rejectSample, async ({ viewer, params, body }) => {
    const asked = { verb: 'reject', ...params, ...body } as const
    return { data: await act(needs, await colleague(db, viewer), asked) }
  })
}
