import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../src/db.ts'
import { openPool } from '../../src/infra/db/pool.ts'
import { createOperator, createVerifiedAccount, openHasher } from '../../src/modules/accounts/index.ts'
import type { Tables } from '../../src/tables.ts'
import { openSql, type Sql } from '../sql.ts'
import { diceFrom } from './dice.ts'
import { meddle } from './faults/outside.ts'
import { judge } from './judge/judge.ts'
import { letSettle } from './judge/settling.ts'
import type { Sum } from './judge/sums.ts'
import { type Machinery, openMachinery } from './machinery/machinery.ts'
import { findStalls } from './people/booking.ts'
import { doSomething, type Trade } from './people/customers.ts'
import { work } from './people/lab.ts'
import { decide } from './people/operator.ts'
import { type Person, personOf } from './people/person.ts'
import type { Credentials } from './people/signing-in.ts'
import { noPromises, type Promises, secondsWithoutBookings } from './promises.ts'
import { everyFault, type Scene } from './scene.ts'

/** The duration, the seed, and the number of concurrent customers. */
export type Trial = {
  readonly minutes: number
  readonly seed: number
  readonly customers: number
  /** What programs need of the machine. */
  readonly surroundings: Readonly<Record<string, string>>
  /** Whether this process has mounts of its own, so that the data can be on a disk that can be filled. */
  readonly smallDisk: boolean
}

/** The result of a trial. No `breaches` means that every kobo and every promise was kept. */
export type Verdict = {
  readonly breaches: readonly string[]
  /** Our totals and Paystack’s. */
  readonly sums: readonly Sum[]
  readonly orders: number
  /** How many transactions of Paystack were matched with the books, and what was lost or doubled. */
  readonly matched: number
  readonly lost: number
  readonly doubled: number
  /** For how long the customers could not book. */
  readonly secondsWithoutBookings: number
  readonly done: ReadonlyMap<string, number>
  readonly refused: ReadonlyMap<string, number>
  /** The faults of the scene. */
  readonly broken: ReadonlyMap<string, number>
  /** What was broken, what was done outside our site, and what payers did wrong. */
  readonly faults: ReadonlyMap<string, number>
  /** Why the disk was never full; null if it was. */
  readonly diskStayed: string | null
  /** Where data and logs of a trial with breaches are kept. */
  readonly folder: string
}

const password = 'agbalumo-in-season'

/**
 * Customers book, pay, cancel and come back while everything around them is killed, delayed, repeated and
 * lost. At the end all faults are mended, work in progress may finish, and the books are compared with
 * Paystack’s.
 */
export async function torture(trial: Trial, scene: Scene = everyFault): Promise<Verdict> {
  const { minutes, surroundings, seed, smallDisk } = trial
  const { openDatabase, twoServers = false } = scene
  const machinery = await openMachinery({ seed, surroundings, smallDisk, openDatabase, twoServers })
  // The judge reads everything, which may take longer than a statement of the site.
  const judging = `${machinery.databaseUrl}${machinery.databaseUrl.includes('?') ? '&' : '?'}statement_timeout=0`
  const pool = openPool<Tables>(judging, 3)
  const sql = openSql(judging, 3)
  const promises = noPromises()
  let breaches: string[] = ['the trial itself broke off']
  try {
    const cast = await bringOn(machinery, pool.db, trial.customers, promises)
    const until = Date.now() + minutes * 60_000
    const goesOn = () => {
      // A slow machine has hardly begun when its time is over.
      const patience = promises.booked.size < trial.customers ? 60_000 : 0
      return Date.now() < until + patience
    }
    const play = { scene, trial, goesOn }
    const { broken, done: outside } = await live(machinery, { db: pool.db, sql }, { ...cast, promises }, play)
    const withoutBookings = secondsWithoutBookings(promises.bookings, Date.now())
    const unfinished = await letSettle(machinery, sql)
    const judged = await judge(machinery, { db: pool.db, sql }, promises)
    breaches = [...unfinished, ...judged.breaches]
    const { done, refused, strange } = promises
    return {
      breaches,
      sums: judged.sums,
      orders: promises.booked.size,
      matched: judged.matched,
      lost: judged.lost,
      doubled: judged.doubled,
      secondsWithoutBookings: withoutBookings,
      done,
      refused,
      broken,
      faults: new Map([...broken, ...outside, ...strange]),
      diskStayed: machinery.disk.whyNot,
      folder: machinery.path,
    }
  } catch (error) {
    throw new Error(`the trial broke off; what it left is in ${machinery.path}`, { cause: error })
  } finally {
    await Promise.all([pool.close(), sql.end({ timeout: 5 })])
    await machinery.close(breaches.length > 0)
  }
}

type Cast = {
  readonly people: readonly Person[]
  readonly extra: Person
  readonly operator: Person
  readonly promises: Promises
}
type Play = { readonly scene: Scene; readonly trial: Trial; readonly goesOn: () => boolean }

/** All people at once, and the faults of a scene; counts the faults, and the acts outside our site. */
async function live(
  machinery: Machinery,
  { db, sql }: { readonly db: Db; readonly sql: Sql },
  { people, extra, operator, promises }: Cast,
  { scene, trial, goesOn }: Play,
): Promise<Record<'broken' | 'done', Map<string, number>>> {
  const { seed, minutes } = trial
  const { site, control, now } = machinery
  const { use } = machinery.database
  const first = people[0] ?? personOf(site, null, promises)
  let stalls = await findStalls(first)
  // A busy machine does not serve every list at once.
  for (let tries = 1; stalls.length === 0 && tries < 100; tries += 1) stalls = await findStalls(first)
  const trade = (n: number): Trade => ({
    site,
    control,
    now,
    promises,
    stalls,
    dice: diceFrom(seed * 1000 + n),
  })
  // A short trial has no time for long troubles.
  const [long, every] = minutes < 1 ? [2500, 900] : [12_000, 3000]
  let isDisturbed = true
  const stage = {
    machinery,
    promises,
    sql,
    seed,
    dice: diceFrom(seed),
    long,
    extra,
    trade: trade(people.length),
  }
  const disturbing = scene.disturb(stage, goesOn).finally(() => {
    isDisturbed = false
  })
  const loads = () => goesOn() || isDisturbed
  const [broken, done] = await Promise.all([
    disturbing,
    meddle(machinery, { seed, dice: diceFrom(seed + 1), every }, loads),
    decide({ operator, dice: diceFrom(seed + 2), sql, use }, loads),
    work({ db, dice: diceFrom(seed + 3), now, promises, use }, loads),
    ...people.map((person, n) => trudge(person, trade(n), loads)),
  ])
  return { broken, done }
}

async function trudge(person: Person, trade: Trade, goesOn: () => boolean): Promise<void> {
  const orders: string[] = []
  while (goesOn()) {
    await doSomething(person, orders, trade)
    await pause(trade.dice.whole(0, 200))
  }
}

/** Accounts for the customers, every third a doctor, one for the scene, and those of a lab member and an operator. */
async function bringOn(
  machinery: Machinery,
  db: Db,
  customers: number,
  promises: Promises,
): Promise<Pick<Cast, 'people' | 'extra' | 'operator'>> {
  const making = { clock: { now: machinery.now }, hasher: openHasher() }
  const people: Credentials[] = []
  for (let n = 0; n < customers + 1; n++) {
    const email = `customer-${n}@torture.example`
    const who = { email, password, name: `Customer ${'ABCDEFGHIJ'[n % 10]}`, phone: `23480300${10_000 + n}` }
    await createVerifiedAccount(db, making, {
      ...who,
      type: n < customers && n % 3 === 2 ? 'doctor' : 'user',
      address: 'Yaba',
    })
    people.push({ email, password })
  }
  const lab = { email: 'lab@torture.example', password, name: 'Lab', phone: '2348030009998' }
  await createVerifiedAccount(db, making, { ...lab, type: 'lab', address: 'Yaba' })
  const operator = { email: 'operator@torture.example', password, name: 'Operator', phone: '2348030009999' }
  await createOperator(db, making, operator)
  const as = (credentials: Credentials) => personOf(machinery.site, credentials, promises)
  const [extra = personOf(machinery.site, null, promises), ...others] = people.map(as).toReversed()
  return { people: others.toReversed(), extra, operator: as({ ...operator, phone: machinery.now }) }
}
