import { setTimeout as pause } from 'node:timers/promises'
import { closeCase, listCases, refundPayment, releasePayment, retryRefund } from '@labalaba/contract'
import type postgres from 'postgres'
import type { Dice } from './dice.ts'
import type { Person } from './person.ts'

let refunds = 0

/** An operator works through the cases, and gives some settled payments back, in part or in full, until told to stop. */
export async function decide(
  operator: Person,
  dice: Dice,
  sql: postgres.Sql,
  goesOn: () => boolean,
): Promise<void> {
  while (goesOn()) {
    await pause(dice.whole(300, 1500))
    if (dice.happens(0.5)) await workOnCase(operator, dice)
    else await giveSomeBack(operator, dice, sql)
  }
}

async function workOnCase(operator: Person, dice: Dice): Promise<void> {
  const cases = await operator.ask('read cases', listCases)
  const [first] = cases ?? []
  if (!first) return
  const params = { reference: first.subject }
  if (first.kind === 'held_money') {
    if (dice.happens(0.5)) await operator.ask('release', releasePayment, { params, body: {} })
    else
      await operator.ask('return held', refundPayment, {
        params,
        body: { reason: 'a wrong amount', key: 'held' },
      })
    return
  }
  if (first.kind === 'refund_failed') {
    await operator.ask('try refund again', retryRefund, { params: { id: first.subject }, body: {} })
    return
  }
  await operator.ask('close case', closeCase, {
    params: { id: String(first.id) },
    body: { note: 'looked at in the dashboard' },
  })
}

async function giveSomeBack(operator: Person, dice: Dice, sql: postgres.Sql): Promise<void> {
  const settled = await sql<{ reference: string; kobo: number }[]>`
    select reference, captured_kobo as kobo from payment where state = 'settled' and captured_kobo > 0
    order by id desc limit 5`.catch(() => [])
  if (settled.length === 0) return
  const { reference, kobo } = dice.pick(settled)
  refunds += 1
  const key = `torture-${refunds}`
  const part = dice.happens(0.6) ? { amount: dice.whole(100, Math.max(100, Math.floor(kobo / 3))) / 100 } : {}
  // Asked twice at once, as an impatient thumb does; the key makes it one.
  await Promise.all(
    [1, 2].map(() =>
      operator.ask('give back', refundPayment, {
        params: { reference },
        body: { ...part, reason: 'one test could not be done', key },
      }),
    ),
  )
}
