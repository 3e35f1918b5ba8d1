import { setTimeout as pause } from 'node:timers/promises'
import { createOperator, createVerifiedAccount, openHasher } from '../../src/account/index.ts'
import { openPool } from '../../src/platform/pool.ts'
import type { Tables } from '../../src/tables.ts'
import { doSomething, findStalls, type Trade } from './customers.ts'
import { diceFrom } from './dice.ts'
import { breakThings } from './faults.ts'
import { judge, letSettle } from './judge.ts'
import { type Machinery, openMachinery } from './machinery.ts'
import { decide } from './operator.ts'
import { type Credentials, type Person, personOf } from './person.ts'
import { noPromises, type Promises } from './promises.ts'

/** How long, with which seed, and how many customers at once. */
export type Trial = {
  readonly minutes: number
  readonly seed: number
  readonly customers: number
  /** What programs need of the machine. */
  readonly surroundings: Readonly<Record<string, string>>
}

/** What came of a trial. Nothing in `breaches` means that every kobo and every promise was kept. */
export type Verdict = {
  readonly breaches: readonly string[]
  readonly orders: number
  readonly done: ReadonlyMap<string, number>
  readonly refused: ReadonlyMap<string, number>
  readonly faults: ReadonlyMap<string, number>
}

const password = 'agbalumo-in-season'

/**
 * Customers book, pay, cancel and come back while everything around them is killed, delayed, repeated and lost. At the end
 * all is mended, what was under way may finish, and the books are held against what Paystack knows.
 */
export async function torture({ minutes, seed, customers, surroundings }: Trial): Promise<Verdict> {
  const machinery = await openMachinery(seed, surroundings)
  const pool = openPool<Tables>(machinery.databaseUrl, 2)
  const promises = noPromises()
  try {
    const { people, operator } = await bringOn(machinery, pool.db, customers, promises)
    const until = Date.now() + minutes * 60_000
    const goesOn = () => Date.now() < until
    const stalls = await findStalls(people[0] ?? personOf(machinery.site, null, promises))
    const trade = (n: number): Trade => ({
      ...{ site: machinery.site, control: machinery.control, now: machinery.now, promises, stalls },
      dice: diceFrom(seed * 1000 + n),
    })
    const [faults] = await Promise.all([
      breakThings(machinery, diceFrom(seed), goesOn),
      ...people.map((person, n) => live(person, trade(n), goesOn)),
      decide(operator, diceFrom(seed + 1), pool.sql, goesOn),
    ])
    const unfinished = await letSettle(machinery, pool.sql)
    const breaches = [...unfinished, ...(await judge(machinery, pool.sql, promises))]
    return {
      ...{ breaches, faults, orders: promises.booked.size, done: promises.done, refused: promises.refused },
    }
  } finally {
    await pool.close()
    await machinery.close()
  }
}

async function live(person: Person, trade: Trade, goesOn: () => boolean): Promise<void> {
  const orders: string[] = []
  while (goesOn()) {
    await doSomething(person, orders, trade)
    await pause(trade.dice.whole(0, 200))
  }
}

/** Accounts for the customers, every third a doctor, and an operator. */
async function bringOn(
  machinery: Machinery,
  db: ReturnType<typeof openPool<Tables>>['db'],
  customers: number,
  promises: Promises,
): Promise<{ people: Person[]; operator: Person }> {
  const making = { clock: { now: machinery.now }, hasher: openHasher() }
  const people: Credentials[] = []
  for (let n = 0; n < customers; n++) {
    const email = `customer-${n}@torture.example`
    const who = { email, password, name: `Customer ${n}`, phone: `23480300${10_000 + n}` }
    await createVerifiedAccount(db, making, {
      ...who,
      type: n % 3 === 2 ? 'doctor' : 'user',
      address: 'Yaba',
    })
    people.push({ email, password })
  }
  const operator = { email: 'operator@torture.example', password, name: 'Operator', phone: '2348030009999' }
  await createOperator(db, making, operator)
  const as = (credentials: Credentials) => personOf(machinery.site, credentials, promises)
  return { people: people.map(as), operator: as(operator) }
}
