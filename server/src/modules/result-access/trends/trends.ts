import type { ResultPerson, TrendSeries } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { accountById } from '../../accounts/index.ts'
import { byPerson } from '../../consents/index.ts'
import { type OrderRow, shareLockOrder } from '../../orders/index.ts'
import { insertOpenings, isWorkedOn } from '../../results/index.ts'
import { readsAsAccount, withheldBecause } from '../policy.ts'
import { measuredIn, type Readable, readableOrders } from './repository.ts'
import { type Drawn, type Measured, seriesOf, subjectOf } from './series.ts'

/** How many orders are read at most. */
const most = 200

type By = { readonly actor: Actor; readonly at: Date }

/**
 * How the quantities of an order have changed, over the orders that its reader may read and that are certainly about the
 * same person. The caller has checked that they may read the order. The reading of the reports in it is recorded.
 */
export async function readTrendsOf(db: Db, by: By, order: OrderRow): Promise<TrendSeries[]> {
  const people = byPerson(await readable(db, by.actor, order.id))
  const own = people.find((person) => person.some(({ id }) => id === order.id)) ?? []
  return await db.transaction().execute(async (tx) => {
    const measured = await holdMeasured(tx, by, own)
    const subjects = new Set(measured.filter(({ orderId }) => orderId === order.id).map(subjectOf))
    const drawn = seriesOf(measured.filter((value) => subjects.has(subjectOf(value))))
    await noteRead(tx, by, drawn)
    return drawn.map(({ series }) => series)
  })
}

/**
 * The people whose results an account may read, each with what was measured more than once. The reading is recorded as
 * above.
 */
export async function readPeople(db: Db, by: By): Promise<ResultPerson[]> {
  if (by.actor.type !== 'user') throw new DomainError('not_found')
  const people = byPerson(await readable(db, by.actor, null))
  return await db.transaction().execute(async (tx) => {
    // Holds all orders together, in ascending id: person by person, two readers could deadlock.
    const measured = await holdMeasured(tx, by, people.flat())
    const found = people.map((orders) => {
      const ids = new Set(orders.map(({ id }) => id))
      return { orders, drawn: seriesOf(measured.filter(({ orderId }) => ids.has(orderId))) }
    })
    await noteRead(
      tx,
      by,
      found.flatMap(({ drawn }) => drawn),
    )
    return found.map(({ orders, drawn }) => presentPerson(orders, drawn))
  })
}

async function readable(db: Db, { accountId, type }: Actor, first: number | null): Promise<Readable[]> {
  const account = type === 'user' ? await accountById(db, accountId) : undefined
  return account ? await readableOrders(db, { accountId, email: account.email }, first, most) : []
}

/**
 * Holds the orders that are not cancelled and returns their numbers: a correction is released before or after this. Omits
 * numbers that are only for the patient.
 */
async function holdMeasured(tx: Tx, { actor, at }: By, orders: readonly Readable[]): Promise<Measured[]> {
  const held: number[] = []
  for (const id of orders.map((order) => order.id).toSorted((one, other) => one - other)) {
    const order = await shareLockOrder(tx, id)
    if (order && isWorkedOn(order)) held.push(id)
  }
  const account = await accountById(tx, actor.accountId)
  const byId = new Map(orders.map((order) => [order.id, order]))
  return (await measuredIn(tx, held)).filter((one) => {
    const order = byId.get(one.orderId)
    const reads = account && order && readsAsAccount(account, order)
    return reads && withheldBecause(reads, order, one, at) === null
  })
}

async function noteRead(tx: Tx, { actor, at }: By, drawn: readonly Drawn[]): Promise<void> {
  const read = new Map(drawn.flatMap(({ measured }) => measured).map((one) => [one.reportId, one]))
  const by = { account_id: actor.accountId, reader: 'patient', way: 'screen', at } as const
  await insertOpenings(
    tx,
    [...read.values()].map(({ reportId, number, orderId }) => ({
      ...{ ...by, report_id: reportId, number, orderId },
    })),
  )
}

function presentPerson(orders: readonly Readable[], drawn: readonly Drawn[]): ResultPerson {
  const newestFirst = orders.toSorted((one, other) => other.released_at.getTime() - one.released_at.getTime())
  const [newest] = newestFirst
  if (!newest) throw new Error('a person without an order')
  return {
    ...{ name: newest.patient_name, gender: newest.patient_gender, bornOn: newest.patient_born_on },
    orders: newestFirst.map((order) => ({
      ...{ reference: order.reference, lab: order.lab_name, location: order.location_name },
      ...{ releasedAt: order.released_at.toISOString(), tests: order.tests, sampleData: order.demo },
    })),
    series: drawn.map(({ series }) => series),
  }
}
