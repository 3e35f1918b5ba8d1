import * as contract from '@labalaba/contract'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { paginate, type Server, serve } from '../../infra/http/http.ts'
import { recordListReading, writeDown } from '../audit/index.ts'
import { waitingOf } from '../results/index.ts'
import { colleague, orderSeen, sightOf, workLocations } from '../specimens/index.ts'
import { presentWork } from './present.ts'
import * as repository from './repository.ts'
import { act, readWork, type WorklistDependencies } from './worklist.ts'

/** What the staff of a lab see of its orders and do with them and their samples. Other orders are `not_found`. */
export function worklistRoutes(
  server: Server,
  dependencies: WorklistDependencies & { readonly secret: Secret },
): void {
  const { db, clock, secret } = dependencies
  serve(server, contract.listWorklist, async ({ actor, body }) => {
    const { stage, on, location, page, limit } = body
    if (on !== undefined && !contract.parseLagosDate(on))
      throw new DomainError('invalid', { fields: { on: 'Choose a day that exists.' } })
    const who = await colleague(db, actor)
    const sight = await sightOf(db, who, location)
    const q = body.q?.trim() || undefined
    const found = await repository.workOf(db, sight, { stage, on, q, limit, offset: (page - 1) * limit })
    // The view is recorded before any name is shown.
    const asked = { stage, on, location, page, limit, q }
    const reading = { accountId: actor.accountId, labId: who.member.lab_id, asked, at: clock.now() } as const
    const what = q === undefined ? 'worklist_seen' : 'worklist_searched'
    await recordListReading(db, secret, { ...reading, what, shown: found.rows.length })
    const inLab = found.rows.flatMap(({ id, state }) => (state === 'lab_processing' ? [id] : []))
    const waiting = await waitingOf(db, inLab)
    const data = found.rows.map((work) => presentWork(work, waiting.get(work.id)))
    return { data, pagination: paginate(found.total, body) }
  })

  serve(server, contract.readWorklistDesk, async ({ actor, query }) => {
    const who = await colleague(db, actor)
    const sight = await sightOf(db, who, query.location)
    const [counts, places] = await Promise.all([
      repository.countsOf(db, sight),
      workLocations(db, who.member),
    ])
    const locations = places.map(({ address, name }) => ({ address, name }))
    return { data: { lab: who.member.name, duties: who.member.duties, locations, counts } }
  })

  serve(server, contract.readLabOrder, async ({ actor, params }) => {
    const who = await colleague(db, actor)
    const order = await orderSeen(db, who.sight, params.reference)
    if (!order) throw new DomainError('not_found')
    const seen = { order_id: order.id, role: 'lab', account_id: actor.accountId } as const
    const entry = { ...seen, what: 'order_seen', at: clock.now() } as const
    await db.transaction().execute((tx) => writeDown(tx, [entry]))
    return { data: await readWork(dependencies, order, who) }
  })
  serve(server, contract.checkIn, async ({ actor, params: { reference } }) => ({
    data: await act(dependencies, await colleague(db, actor), { verb: 'checkIn', reference }),
  }))
  serve(server, contract.collectSamples, async ({ actor, params: { reference }, body: { accessions } }) => ({
    data: await act(dependencies, await colleague(db, actor), { verb: 'collect', reference, accessions }),
  }))
  serve(server, contract.receiveSample, async ({ actor, params: { accession } }) => ({
    data: await act(dependencies, await colleague(db, actor), { verb: 'receive', accession }),
  }))
  serve(server, contract.rejectSample, async ({ actor, params, body }) => ({
    data: await act(dependencies, await colleague(db, actor), { verb: 'reject', ...params, ...body }),
  }))
}
