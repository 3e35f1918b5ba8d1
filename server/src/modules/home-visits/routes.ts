import * as contract from '@labalaba/contract'
import { lagosDate, type Round } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import type { Rewriter } from '../../infra/file-rewriting/rewriter.ts'
import type { Files } from '../../infra/files/store/files.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { paginate, type Server, serve } from '../../infra/http/http.ts'
import { staffById } from '../accounts/index.ts'
import { bookerOf, linesOf, orderById, requireOwnOrder } from '../orders/index.ts'
import { defaultDailyVisits } from '../scheduling/index.ts'
import { colleague, sightOf, specimensOf } from '../specimens/index.ts'
import { listSendable, loadsOn } from './area-repository.ts'
import { assignableAreas, servedBy, setServed } from './areas.ts'
import { capacityOn } from './capacity/capacity.ts'
import { confirm, listOf } from './handovers/handovers.ts'
import { handoverOf } from './handovers/repository.ts'
import { readMissedSpecimens, readOutstanding } from './missed-specimens/missed-specimens.ts'
import { takenAt } from './missed-specimens/repository.ts'
import { keepPhoto, openPhoto } from './photos/photos.ts'
import { photosAt, photosTaken } from './photos/repository.ts'
import { presentListed, presentOwn, presentRoundVisit } from './present.ts'
import * as repository from './repository.ts'
import { type ActingPhlebotomist, doerOf, syncActs } from './sync.ts'
import { assignVisit, moveForPatient, rebookVisit } from './visits.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly files: Files
  readonly rewriter: Rewriter
}

/** Serves home visits to phlebotomists, to operators, to the accounts that booked them, and to the lab's staff. */
export function visitRoutes(server: Server, deps: Dependencies): void {
  phlebotomistRoutes(server, deps)
  operatorRoutes(server, deps)
  ownerRoutes(server, deps)
  handoverRoutes(server, deps)
}

function phlebotomistRoutes(server: Server, deps: Dependencies): void {
  serve(server, contract.readRound, async ({ actor }) => ({ data: await readRound(deps, doerOf(actor)) }))
  serve(server, contract.syncVisits, async ({ actor, body }) => {
    const doer = doerOf(actor)
    const outcomes = await syncActs(deps, doer, body.acts)
    return { data: { outcomes, round: await readRound(deps, doer) } }
  })
  serve(server, contract.sendVisitPhoto, async ({ actor, params, body }) => {
    const { image, ...photo } = body
    const sent = { ...photo, visit: params.visit, file: Buffer.from(image, 'base64') }
    await keepPhoto(deps, doerOf(actor), sent)
    return { data: {} }
  })
  // Also for the lab's staff and operators.
  serve(server, contract.readVisitPhoto, async ({ actor, params }) => {
    const { image, reference } = await openPhoto(deps, actor, params)
    return { name: `tubes-${reference}.jpg`, file: image }
  })
}

async function readRound(
  { db, clock, secret }: Omit<Dependencies, 'rewriter' | 'files'>,
  { accountId, staffId }: ActingPhlebotomist,
): Promise<Round> {
  const at = clock.now()
  const day = lagosDate(at)
  const found = await repository.roundOf(db, staffId, day)
  await repository.noteSeen(db, found, { role: 'phlebotomist', accountId }, at)
  const photos = await photosAt(
    db,
    found.map(({ id }) => id),
  )
  const visits = await Promise.all(
    found.map(async (visit) => {
      const [order, lines, specimens, taken, counted] = await Promise.all([
        orderById(db, visit.order_id),
        linesOf(db, visit.order_id),
        specimensOf(db, visit.order_id),
        takenAt(db, visit.id),
        handoverOf(db, visit.id),
      ])
      const facts = {
        lines,
        specimens,
        taken,
        found: counted?.found_count ?? null,
        photos: photos.filter((one) => one.visit === visit.id),
      }
      return order ? [presentRoundVisit(secret, visit, { order, ...facts })] : []
    }),
  )
  return { day, visits: visits.flat() }
}

function operatorRoutes(server: Server, { db, clock }: Dependencies): void {
  serve(server, contract.listVisits, async ({ actor, query }) => {
    const { page, limit, day } = query
    const now = clock.now()
    const { visits, total } = await repository.listVisits(db, {
      day: realDay(day),
      now,
      limit,
      offset: (page - 1) * limit,
    })
    await repository.noteSeen(db, visits, { role: 'operator', accountId: actor.accountId }, now)
    const photos = await photosAt(
      db,
      visits.map(({ id }) => id),
    )
    const ofVisit = (id: string) => photos.filter((one) => one.visit === id)
    const listed = visits.map((visit) => presentListed(visit, ofVisit(visit.id), now))
    return { data: listed, pagination: paginate(total, query) }
  })
  serve(server, contract.listPhlebotomists, async ({ query }) => {
    const [people, loads] = await Promise.all([listSendable(db), loadsOn(db, realDay(query.day) ?? '')])
    return {
      data: people.map(({ id, name, areas, daily }) => ({
        id,
        name,
        areas,
        dailyVisits: daily ?? defaultDailyVisits,
        load: loads.get(id) ?? 0,
      })),
    }
  })
  serve(server, contract.assignVisit, async ({ actor, params, body }) => {
    const by = { accountId: actor.accountId, at: clock.now(), reason: body.reason }
    await db.transaction().execute((tx) => assignVisit(tx, params.id, body.phlebotomist, by))
    return { data: {}, message: 'the visit is assigned' }
  })
  serve(server, contract.moveVisitByOperator, async ({ actor, params, body }) => {
    const { reason, ...wanted } = body
    const by = { accountId: actor.accountId, at: clock.now(), reason }
    await db.transaction().execute((tx) => moveForPatient(tx, params.id, wanted, by))
    return { data: {}, message: 'the visit has a new time' }
  })
  serve(server, contract.readServiceAreas, async ({ params }) => {
    const { areas, daily } = await servedBy(db, params.id)
    return { data: { areas: [...areas], dailyVisits: daily, known: await assignableAreas(db) } }
  })
  serve(server, contract.setServiceAreas, async ({ params, body }) => {
    const served = { areas: body.areas, daily: body.dailyVisits }
    await db.transaction().execute((tx) => setServed(tx, params.id, served))
    return { data: {}, message: 'the areas are saved' }
  })
  serve(server, contract.readVisitCapacity, async ({ query }) => {
    const day = contract.parseLagosDate(query.day)
    if (!day) throw new DomainError('wrong_days')
    return { data: await capacityOn(db, day, query.state, clock.now()) }
  })
}

/** The day, if it is given and exists. Throws `wrong_days`. */
function realDay(day: string | undefined): string | undefined {
  if (day !== undefined && !contract.parseLagosDate(day)) throw new DomainError('wrong_days')
  return day
}

function ownerRoutes(server: Server, { db, clock, secret }: Dependencies): void {
  serve(server, contract.readVisit, async ({ actor, params }) => {
    const order = await requireOwnOrder(db, actor, params.reference)
    const visit = await repository.newestVisit(db, order.id)
    if (!visit) return { data: null }
    const [member, photos] = await Promise.all([
      visit.staff_id ? staffById(db, visit.staff_id) : null,
      photosTaken(db, order.id),
    ])
    const name = member?.name ?? null
    return { data: presentOwn(secret, visit, { order, name, photos, now: clock.now() }) }
  })
  serve(server, contract.rebookVisit, async ({ actor, params, body }) => {
    const order = await requireOwnOrder(db, actor, params.reference)
    await db.transaction().execute((tx) => rebookVisit(tx, order.id, bookerOf(actor), body, clock.now()))
    return { data: body }
  })
  serve(server, contract.readLeftOut, async ({ actor, params }) => ({
    data: await readMissedSpecimens(db, await requireOwnOrder(db, actor, params.reference)),
  }))
  serve(server, contract.readAwaited, async ({ actor, params }) => ({
    data: await readOutstanding(db, await requireOwnOrder(db, actor, params.reference)),
  }))
}

/** Serves handovers to the lab's staff. Throws `not_found` for those of another lab or location. */
function handoverRoutes(server: Server, { db, clock }: Dependencies): void {
  serve(server, contract.listHandovers, async ({ actor, query }) => {
    const who = await colleague(db, actor)
    const sight = await sightOf(db, who, query.location)
    return { data: await listOf(db, { ...who, sight }, clock.now()) }
  })
  serve(server, contract.confirmHandover, async ({ actor, params, body }) => {
    const who = await colleague(db, actor)
    const data = await db
      .transaction()
      .execute((tx) => confirm(tx, who, params.visit, body.found, clock.now()))
    return { data }
  })
}
