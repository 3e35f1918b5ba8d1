import { setTimeout as pause } from 'node:timers/promises'
import { closeCase, listCases, type MoneyCase } from '@labalaba/contract'
import type { Sql } from '../../sql.ts'
import type { Dice } from '../dice.ts'
import { canBeEnded, endCase } from './case-acts.ts'
import { giveSomethingBack } from './giving-back.ts'
import type { Person } from './person.ts'

/** An operator’s tools: the site, and the database for finding payments. */
export type Desk = {
  readonly operator: Person
  readonly dice: Dice
  readonly sql: Sql
  /** Admits a query to the database. */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>
}

/** An operator works through the cases, and makes refunds without a case, until stopped. */
export async function decide(desk: Desk, goesOn: () => boolean): Promise<void> {
  // Some are left until it is too late.
  const left = new Map<string, boolean>()
  while (goesOn()) {
    await pause(desk.dice.whole(100, 600))
    if (desk.dice.happens(0.6)) await workOnCase(desk, left)
    else await giveSomethingBack(desk)
  }
}

async function workOnCase(desk: Desk, left: Map<string, boolean>): Promise<void> {
  const { operator, dice } = desk
  const query = { limit: '50', page: dice.happens(0.7) ? '1' : '2' }
  const cases = await operator.ask('read cases', listCases, { query })
  const mine = (cases ?? []).filter(({ kind, subject }) => {
    const name = `${kind} ${subject}`
    if (!left.has(name)) left.set(name, dice.happens(0.35))
    return !left.get(name)
  })
  if (mine.length === 0) return
  const found = dice.pick(mine)
  if (canBeEnded(found)) await endCase(desk, found, dice.pick(found.acts))
  else await closeByHand(desk, found)
}

/** Cases that need only a call, or a look into the dashboard. */
async function closeByHand({ operator }: Desk, { id, kind }: MoneyCase): Promise<void> {
  if (kind === 'dispute' || kind === 'refund_stuck' || kind === 'held_money') return
  await operator.ask(`close case: ${kind}`, closeCase, {
    params: { id: String(id) },
    body: { note: 'looked at in the dashboard' },
  })
}
