import { createHash } from 'node:crypto'
import { addDays, type LagosDate } from '@labalaba/contract'
import postgres from 'postgres'
import { type Secret, secretFrom } from '../../server/src/infra/config/secret.ts'
import { consent } from '../../server/src/modules/accounts/accounts.ts'
import { openHasher } from '../../server/src/modules/accounts/index.ts'
import { makeAccounts, scalePassword } from './accounts.ts'
import { catalogueOf, placesOf, rateOf } from './catalogue-repository.ts'
import { copyRows, type Value } from './copy-repository.ts'
import { writeHistory } from './history-repository.ts'
import { makeLabs } from './labs.ts'
import { listingsOf } from './offers.ts'
import { type MadeOrder, makeOrders } from './orders.ts'
import type { Size } from './sizes.ts'
import { columns, rowOf } from './written.ts'

export type Wanted = {
  readonly size: Size
  readonly seed: number
  /** The day for which everything is generated: orders are in the two years before it. */
  readonly today: LagosDate
}

/** Increase it when the same seed gives other rows. */
export const scaleVersion = 1

const oldestDays = 730
/** The age of the last order: by now it is paid or over. */
const newestDays = 5

/**
 * Fills a database that has this version's tables and only the reference catalogue with generated labs, offers, accounts
 * and past orders, as the product would have written them. The same size, seed and day always give the same rows, except
 * the hash of the one password.
 */
export async function loadScale(
  databaseUrl: string,
  wanted: Wanted,
  tell: (what: string) => void,
): Promise<void> {
  // Rows are already valid and their histories are written below, so no trigger is needed.
  const settings = {
    session_replication_role: 'replica',
    synchronous_commit: 'off',
    maintenance_work_mem: '256MB',
  }
  const sql = postgres(databaseUrl, { max: 1, onnotice() {}, connection: settings })
  try {
    await fill(sql, wanted, tell)
    tell('histories')
    await writeHistory(sql)
    tell('statistics')
    await sql`vacuum analyze`
  } finally {
    await sql.end()
  }
}

type Tell = (what: string) => void

async function fill(sql: postgres.Sql, { size, seed, today }: Wanted, tell: Tell): Promise<void> {
  const secret = await plantSecret(sql, seed)
  const [since, until] = [midnight(addDays(today, -oldestDays)), midnight(addDays(today, -newestDays))]
  const listingOf = listingsOf(await catalogueOf(sql), seed)
  const places = await placesOf(sql)
  const labs = [...makeLabs(size, seed, places)].map((lab) => ({ ...lab, listing: listingOf(lab) }))
  const rate = await rateOf(sql)
  const copy = (table: keyof typeof columns, rows: Iterable<readonly Value[]>) =>
    copyRows(sql, table, columns[table], rows)

  tell('labs')
  await copy(
    'lab',
    map(labs, (lab) => rowOf.lab(lab, today, since)),
  )
  await copy('lab_location', flat(labs, rowOf.locations))
  tell('offers')
  await copy(
    'offer',
    flat(labs, (lab) => rowOf.offers(lab, since)),
  )
  await copy(
    'price_list',
    map(labs, ({ id }) => [id, 1]),
  )
  tell('accounts')
  const known = { ...consent(since), passwordHash: await openHasher().hash(scalePassword) }
  await copy(
    'account',
    map(makeAccounts(size, seed, since), (one) => rowOf.account(one, known)),
  )
  tell('orders')
  for (const some of inChunks(makeOrders({ size, seed, labs, rate, since, until }))) {
    await copy(
      'lab_order',
      map(some, (order) => rowOf.order(order, rate.id)),
    )
    await copy('lab_order_line', some.flatMap(rowOf.lines))
    await copy(
      'payment_link',
      some.filter(({ link }) => link !== null).map((order) => rowOf.link(order, secret)),
    )
    await copy('payment', some.filter(({ payment }) => payment !== null).map(rowOf.payment))
  }
}

function* map<T>(all: Iterable<T>, make: (one: T) => readonly Value[]): Generator<readonly Value[]> {
  for (const one of all) yield make(one)
}

type Row = readonly Value[]

function* flat<T>(all: Iterable<T>, make: (one: T) => readonly Row[]): Generator<Row> {
  for (const one of all) yield* make(one)
}

/** How many orders are held in memory at a time: each is written to four tables. */
const chunk = 5_000

function* inChunks(orders: Iterable<MadeOrder>): Generator<MadeOrder[]> {
  let some: MadeOrder[] = []
  for (const order of orders) {
    some.push(order)
    if (some.length < chunk) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** The key from which tokens of payment links are derived also depends on the seed. */
async function plantSecret(sql: postgres.Sql, seed: number): Promise<Secret> {
  const key = createHash('sha256').update(`scale ${seed}`).digest()
  await sql`insert into platform_secret (key) values (${key})`
  return secretFrom(key)
}

function midnight(day: LagosDate): Date {
  return new Date(`${day}T00:00:00+01:00`)
}
