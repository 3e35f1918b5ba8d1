import { setTimeout as pause } from 'node:timers/promises'
import { closeCase, listCases, type MoneyCase, refundPayment } from '@labalaba/contract'
import type postgres from 'postgres'
import type { Dice } from '../dice.ts'
import { canBeEnded, endCase } from './case-acts.ts'
import type { Control } from './customers.ts'
import type { Person } from './person.ts'

/** What an operator works with: the site, the database for finding what was paid, and Paystack's dashboard. */
export type Desk = {
  readonly operator: Person
  readonly dice: Dice
  readonly sql: postgres.Sql
  /** Lets a question to the database through. */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>
  readonly dashboard: Control
}

let refunds = 0

/** An operator works through the cases, and gives some settled payments back, in part or in full, until told to stop. */
export async function decide(desk: Desk, goesOn: () => boolean): Promise<void> {
  // Some are left until it is too late.
  const left = new Map<string, boolean>()
  while (goesOn()) {
    await pause(desk.dice.whole(200, 1000))
    if (desk.dice.happens(0.6)) await workOnCase(desk, left)
    else await giveSomeBack(desk)
  }
}

async function workOnCase(desk: Desk, left: Map<string, boolean>): Promise<void> {
  const { operator, dice } = desk
  const cases = await operator.ask('read cases', listCases, { query: { limit: '50' } })
  if (!cases || cases.length === 0) return
  const found = dice.pick(cases)
  const name = `${found.kind} ${found.subject}`
  if (!left.has(name)) left.set(name, dice.happens(0.35))
  if (left.get(name)) return
  if (canBeEnded(found)) await endCase(desk, found, dice.pick(found.acts))
  else await closeByHand(desk, found)
}

/** What needs nothing but a call, or a look into the dashboard. */
async function closeByHand({ operator }: Desk, { id, kind }: MoneyCase): Promise<void> {
  if (kind === 'dispute' || kind === 'refund_stuck' || kind === 'held_money') return
  await operator.ask(`close case: ${kind}`, closeCase, {
    params: { id: String(id) },
    body: { note: 'looked at in the dashboard' },
  })
}

async function giveSomeBack({ operator, dice, sql, use }: Desk): Promise<void> {
  const settled = await use(
    async () =>
      await sql<{ reference: string; kobo: number }[]>`
      select reference, due_kobo + credit_kobo as kobo from payment where state = 'settled'
      order by id desc limit 8`,
  ).catch(() => [])
  if (settled.length === 0) return
  const { reference, kobo } = dice.pick(settled)
  refunds += 1
  const key = `torture-${refunds}`
  const part = dice.happens(0.7) ? { amount: dice.whole(100, Math.max(100, Math.floor(kobo / 3))) / 100 } : {}
  // Asked twice at once, as an impatient thumb does; the key makes it one.
  await Promise.all(
    [1, 2].map(() =>
      operator.ask(part.amount ? 'give part back' : 'give all back', refundPayment, {
        params: { reference },
        body: { ...part, reason: 'one test could not be done', key },
      }),
    ),
  )
}
