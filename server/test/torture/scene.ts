import type { Sql } from '../sql.ts'
import type { Dice } from './dice.ts'
import { breakThings } from './faults/faults.ts'
import { type Database, type DatabaseOptions, openDatabase } from './machinery/database.ts'
import type { Machinery } from './machinery/machinery.ts'
import type { Trade } from './people/customers.ts'
import type { Person } from './people/person.ts'
import type { Promises } from './promises.ts'

/** What is broken in a trial, and on which machines it runs. */
export type Scene = {
  readonly openDatabase: (options: DatabaseOptions) => Promise<Database>
  /** Whether two web processes serve the site, behind a balancer. */
  readonly twoServers?: boolean
  /** Breaks things until stopped, mends them, and counts them. The load goes on until it has ended. */
  readonly disturb: (live: Live, goesOn: () => boolean) => Promise<Map<string, number>>
}

/** What a scene has at hand while the load runs. */
export type Live = {
  readonly machinery: Machinery
  readonly promises: Promises
  readonly sql: Sql
  readonly seed: number
  readonly dice: Dice
  /** About how long a long fault lasts, in milliseconds. */
  readonly long: number
  /** A customer of the scene's own, and what they act with. */
  readonly extra: Person
  readonly trade: Trade
}

/** One database and one web process, and every fault that there is. */
export const everyFault: Scene = {
  openDatabase,
  disturb: ({ machinery, seed, dice, long }, goesOn) => breakThings(machinery, { seed, dice, long }, goesOn),
}
