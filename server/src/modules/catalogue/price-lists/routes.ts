import * as contract from '@labalaba/contract'
import { koboFromNaira, lagosDate } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Actor, paginate, type Server, serve } from '../../../infra/http/http.ts'
import { accountNames } from '../../accounts/index.ts'
import { atWholeLab, type MemberRow, requireManager, requireWholeLab } from '../../labs/index.ts'
import { type ChangeRow, linesOf, recentChanges, waitingChanges } from './change-repository.ts'
import * as changes from './changes.ts'
import { leastPrice, mostHours, mostPrice } from './policy.ts'
import { presentChange, presentLine, presentPlanned, presentPrice } from './present.ts'
import * as repository from './repository.ts'
import { writeLabSheet } from './sheet.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }

/** Serves a lab's own price list to its managers. Other accounts get `not_found`. */
export function priceListRoutes(server: Server, deps: Dependencies): void {
  const { db } = deps
  serve(server, contract.listLabPrices, async ({ actor, query }) => {
    const { lab_id } = await requireManager(db, actor)
    const { page, limit, ...filter } = query
    const found = await repository.pricesOf(db, lab_id, { ...filter, limit, offset: (page - 1) * limit })
    return { data: found.rows.map(presentPrice), pagination: paginate(found.total, query) }
  })
  serve(server, contract.readPriceDesk, async ({ actor }) => {
    const member = await requireManager(db, actor)
    const { lab_id, name } = member
    const [departments, counts, waiting, recent] = await Promise.all([
      repository.departmentsOf(db, lab_id),
      repository.countPrices(db, lab_id),
      waitingChanges(db, lab_id),
      recentChanges(db, lab_id),
    ])
    const shown = await presenter(db, [...waiting, ...recent])
    return {
      data: {
        lab: name,
        mayChange: atWholeLab(member),
        departments,
        counts,
        waiting: waiting.map(shown),
        recent: recent.map(shown),
      },
    }
  })
  serve(server, contract.readPriceHistory, async ({ actor, params }) => {
    const { lab_id } = await requireManager(db, actor)
    const test = await repository.priceOf(db, lab_id, params.code)
    if (!test) throw new DomainError('not_found')
    const history = await repository.historyOf(db, lab_id, test.testId)
    const names = await accountNames(
      db,
      history.map(({ account_id }) => account_id),
    )
    return { data: { test: presentPrice(test), history: history.map((one) => presentHistory(one, names)) } }
  })
  serve(server, contract.downloadPrices, async ({ actor }) => {
    const { lab_id, slug } = await requireManager(db, actor)
    const file = writeLabSheet(await repository.knownTests(db, lab_id))
    return { file, name: `${slug}-prices-${lagosDate(deps.clock.now())}.csv` }
  })
  changeRoutes(server, deps)
  proposalRoutes(server, deps)
}

function changeRoutes(server: Server, { db, clock }: Dependencies): void {
  const managerOf = byManager(db, clock)
  serve(server, contract.setLabPrice, async ({ actor, params, body }) => {
    const by = await managerOf(actor)
    await makeDue(db, clock, by)
    const wish = { ...readTerms(body), code: params.code, key: body.key, from: body.from }
    const { change, planned } = await db.transaction().execute(async (tx) => {
      const set = await changes.setOne(tx, by, wish)
      const test = await repository.priceOf(tx, by.labId, params.code)
      return { change: set.change, planned: test ? presentPlanned(test) : null }
    })
    return { data: { change: change && (await presenter(db, [change]))(change), planned } }
  })
  serve(server, contract.readPriceChange, async ({ actor, params, query }) => {
    const { lab_id } = await requireManager(db, actor)
    const change = await changes.requireChange(db, lab_id, params.id)
    const { page, limit } = query
    const lines = await linesOf(db, change.id, { limit, offset: (page - 1) * limit })
    const shown = (await presenter(db, [change]))(change)
    return {
      data: { change: shown, lines: lines.map(presentLine) },
      pagination: paginate(change.counts.tests, query),
    }
  })
  serve(server, contract.confirmPriceChange, async ({ actor, params, body }) => {
    const by = await managerOf(actor)
    await makeDue(db, clock, by)
    const change = await db.transaction().execute((tx) => changes.confirmChange(tx, by, params.id, body.from))
    return { data: (await presenter(db, [change]))(change) }
  })
  serve(server, contract.withdrawPriceChange, async ({ actor, params }) => {
    const by = await managerOf(actor)
    const change = await db.transaction().execute((tx) => changes.withdrawChange(tx, by, params.id))
    return { data: (await presenter(db, [change]))(change) }
  })
}

/** The most problems in one answer; a file with more usually has one cause. */
const problemsListed = 100

function proposalRoutes(server: Server, { db, clock }: Dependencies): void {
  const managerOf = byManager(db, clock)
  serve(server, contract.proposePriceFile, async ({ actor, body }) => {
    const by = await managerOf(actor)
    const found = await changes.proposeFile(db, by, body.text)
    return {
      data: {
        change: found.change && (await presenter(db, [found.change]))(found.change),
        unchanged: found.unchanged,
        problems: found.problems.slice(0, problemsListed),
        problemCount: found.problems.length,
      },
    }
  })
  serve(server, contract.proposePercentage, async ({ actor, body }) => {
    const by = await managerOf(actor)
    const raise = { percentBps: Math.round(body.percent * 100), department: body.department }
    const { change, unchanged } = await changes.proposePercentage(db, by, raise)
    return { data: { change: change && (await presenter(db, [change]))(change), unchanged } }
  })
}

/** Only a manager of the whole lab may change prices, because they apply to all of it. */
const byManager =
  (db: Db, clock: Clock) =>
  async (actor: Actor): Promise<changes.ByManager> => {
    const member: MemberRow = await requireManager(db, actor)
    requireWholeLab(member)
    return { labId: member.lab_id, accountId: actor.accountId, at: clock.now() }
  }

/** Applies due changes before a manager's decision. Failures are ignored here, as the scheduled job logs them. */
async function makeDue(db: Db, clock: Clock, { labId }: changes.ByManager): Promise<void> {
  await changes.applyDueChanges(db, clock, () => undefined, labId)
}

type TypedTerms = Pick<
  contract.BodyOf<typeof contract.setLabPrice>,
  'seen' | 'price' | 'turnaroundHours' | 'atHome' | 'paused'
>

/**
 * The terms that were seen and those requested. An unchanged term is not a request, so it may hold a value that is no
 * longer allowed.
 */
function readTerms({ seen, price, turnaroundHours, atHome, paused }: TypedTerms) {
  const priceKobo = price === seen?.price ? undefined : koboFromNaira(price)
  if (
    priceKobo !== undefined &&
    (priceKobo === null || priceKobo % 100 !== 0 || priceKobo < leastPrice || priceKobo > mostPrice)
  )
    throw new DomainError('invalid', {
      fields: { price: 'Give whole naira from 100 to 10,000,000, such as 7500.' },
    })
  const hours = turnaroundHours === seen?.turnaroundHours ? undefined : turnaroundHours
  if (hours !== undefined && hours > mostHours)
    throw new DomainError('invalid', {
      fields: { turnaroundHours: `Give whole hours from 1 to ${mostHours}.` },
    })
  const seenKobo = seen && koboFromNaira(seen.price)
  return {
    seen:
      seen && seenKobo !== null
        ? { priceKobo: seenKobo, hours: seen.turnaroundHours, atHome: seen.atHome, active: !seen.paused }
        : null,
    priceKobo,
    hours,
    atHome,
    active: !paused,
  }
}

async function presenter(
  db: Db,
  shown: readonly ChangeRow[],
): Promise<(change: ChangeRow) => contract.PriceChange> {
  const names = await accountNames(
    db,
    shown.flatMap(({ made_by, confirmed_by }) => [made_by, confirmed_by]),
  )
  return (change) => presentChange(change, names)
}

function presentHistory(one: repository.HistoryRow, names: ReadonlyMap<number, string>) {
  return {
    at: one.at.toISOString(),
    by: one.account_id === null ? null : (names.get(one.account_id) ?? null),
    price: {
      was: one.old_price_kobo === null ? null : contract.nairaOf(one.old_price_kobo),
      became: contract.nairaOf(one.price_kobo),
    },
    paused: !one.active,
    turnaroundHours:
      one.old_turnaround_hours === one.turnaround_hours
        ? null
        : { was: one.old_turnaround_hours, became: one.turnaround_hours },
    atHome: one.old_at_home === null || one.old_at_home === one.at_home ? null : one.at_home,
  }
}
