import { checkPayment, type Order, payByLink, payOrder, readPaymentLink } from '@labalaba/contract'
import type { Dice } from '../dice.ts'
import { count } from '../promises.ts'
import type { Trade } from './customers.ts'
import { type Person, personOf } from './person.ts'

const cards = {
  'card-success': 60,
  'bank-transfer': 12,
  ussd: 6,
  'card-refund-fails': 12,
  'card-refund-attention': 10,
}

/** Ways to pay the wrong amount or currency. */
const wrongWays = ['less', 'more', 'another currency', 'the other mode'] as const

/** Opens an attempt for one's own order and does something with it. */
export async function payOwn(
  person: Person,
  order: Order,
  act: 'pay' | 'payTwice' | 'payWrongly' | 'decline' | 'leave',
  trade: Trade,
): Promise<void> {
  const attempt = await openAttempt(person, order, trade.dice)
  if (!attempt) return
  if (act === 'decline') return void (await trade.control('POST', `/transactions/${attempt}/fail`))
  if (act === 'leave') return void (await trade.control('POST', `/transactions/${attempt}/abandon`))
  await payAt(attempt, trade, act === 'payWrongly')
  if (act === 'payTwice') await payAgain(person, order.reference, trade)
  if (trade.dice.happens(0.6))
    await person.ask('come back', checkPayment, { params: { reference: attempt }, body: {} })
}

/** Pays on a page that was left open, whatever the order’s state since. */
export async function payOldAttempt(order: Order, trade: Trade): Promise<void> {
  const open = order.payments.filter(({ state }) => ['started', 'abandoned'].includes(state))
  if (open.length === 0) return
  if (!order.may.pay) count(trade.promises.strange, 'paid too late')
  await payAt(trade.dice.pick(open).reference, trade, false)
}

/** Several people open one link and pay at once. */
export async function payAsStrangers(order: Order, trade: Trade): Promise<void> {
  const token = order.link?.url?.split('/').at(-1)
  if (!token) return
  const stranger = personOf(trade.site, null, trade.promises)
  const seen = await stranger.ask('open link', readPaymentLink, { params: { token } })
  if (seen?.state !== 'active') return
  const payers = await Promise.all(
    Array.from({ length: trade.dice.whole(1, 5) }, (_, n) =>
      stranger.ask('pay by link', payByLink, {
        params: { token },
        body: { email: `uncle-${n}@torture.example` },
      }),
    ),
  )
  if (payers.filter(Boolean).length > 1) count(trade.promises.strange, 'several payers on one link')
  await Promise.all(payers.flatMap((payer) => (payer ? [payAt(payer.reference, trade, false)] : [])))
}

async function payAgain(person: Person, reference: string, trade: Trade): Promise<void> {
  const second = await person.ask('pay again', payOrder, { params: { reference } })
  if (!second) return
  count(trade.promises.strange, 'paid twice')
  await payAt(second.reference, trade, false)
}

/** The attempt that is open, or a fresh one. */
async function openAttempt(person: Person, order: Order, dice: Dice): Promise<string | null> {
  const open = order.payments.find((payment) => payment.state === 'started')
  if (open && dice.happens(0.7)) return open.reference
  const fresh = await person.ask('pay', payOrder, {
    params: { reference: order.reference },
    body: { useCredit: dice.happens(0.5) },
  })
  return fresh?.reference ?? null
}

/**
 * Pays an attempt at Paystack, sometimes wrongly, with a card that causes trouble later, or without a
 * webhook.
 */
async function payAt(attempt: string, { dice, control, promises }: Trade, wrongly: boolean): Promise<void> {
  const method = dice.weighed(cards)
  const wrong = wrongly ? await wrongOrder(dice.pick(wrongWays), attempt, dice, control) : {}
  const paid = await control('POST', `/transactions/${attempt}/succeed`, {
    webhook: dice.happens(0.8),
    method,
    ...wrong,
  })
  if (paid === null) return
  if (method.startsWith('card-refund')) count(promises.strange, `${method} pays`)
  for (const way of Object.keys(wrong)) count(promises.strange, `wrong ${way}`)
}

async function wrongOrder(
  way: (typeof wrongWays)[number],
  attempt: string,
  dice: Dice,
  control: Trade['control'],
): Promise<object> {
  if (way === 'another currency') return { currency: dice.pick(['USD', 'GHS']) }
  if (way === 'the other mode') return { otherMode: true }
  const asked = await amountOf(control, attempt)
  if (asked === null) return {}
  const more = dice.pick([1, 100, 5_000, asked])
  const less = Math.min(dice.pick([1, 100, Math.floor(asked / 2)]), asked - 100)
  return { amount: asked + (way === 'more' ? more : -less) }
}

async function amountOf(control: Trade['control'], reference: string): Promise<number | null> {
  const all = await control('GET', '/transactions')
  const found = Array.isArray(all) ? all.find((one) => one.reference === reference) : undefined
  return typeof found?.amount === 'number' ? found.amount : null
}
