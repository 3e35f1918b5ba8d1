import {
  answerLateMoney,
  cancelOrder,
  checkPayment,
  linkOrder,
  moveVisit,
  type Order,
  readOrder,
  renewLink,
  stopLink,
} from '@labalaba/contract'
import type { Dice } from '../dice.ts'
import type { Promises } from '../promises.ts'
import { book, dayIn, type Stall } from './booking.ts'
import { payAsStrangers, payOldAttempt, payOwn } from './paying.ts'
import type { Person } from './person.ts'

/** A payer’s action at Paystack; null if it does not answer. */
export type Control = (method: string, path: string, body?: object) => Promise<unknown>

export type Trade = {
  readonly site: string
  readonly dice: Dice
  readonly promises: Promises
  readonly control: Control
  readonly now: () => Date
  readonly stalls: readonly Stall[]
}

const acts = {
  book: 30,
  pay: 26,
  payTwice: 5,
  payWrongly: 5,
  decline: 4,
  leave: 4,
  payOldAttempt: 8,
  look: 10,
  share: 6,
  payAsStrangers: 9,
  cancel: 8,
  renewLink: 3,
  stopLink: 2,
}

/** One action of a customer, chosen by the dice. */
export async function doSomething(person: Person, orders: string[], trade: Trade): Promise<void> {
  const act = orders.length === 0 ? 'book' : trade.dice.weighed(acts)
  if (act === 'book') return await book(person, orders, trade)
  const reference = trade.dice.pick(orders.slice(-15))
  const order = await person.ask('read order', readOrder, { params: { reference } })
  if (!order) return
  noteTold(order, trade.promises)
  if (order.lateMoney?.choice === null && trade.dice.happens(0.6))
    return await chooseAboutLate(person, order, trade)
  // A phlebotomist is on the way already: a cancellation now does not refund the fee.
  if (order.cancelTerms?.keptFee && trade.dice.happens(0.8)) return await cancel(person, reference, trade)
  if (act === 'look') return await lookAround(person, order)
  if (act === 'share' || act === 'stopLink' || act === 'renewLink')
    return await handleLink(person, reference, act)
  if (act === 'cancel') return await cancel(person, reference, trade)
  if (act === 'payOldAttempt') return await payOldAttempt(order, trade)
  if (act === 'payAsStrangers') return await payAsStrangers(order, trade)
  if (order.may.pay) await payOwn(person, order, act, trade)
}

async function handleLink(
  person: Person,
  reference: string,
  act: 'share' | 'stopLink' | 'renewLink',
): Promise<void> {
  const params = { reference }
  if (act === 'share') await person.ask('make link', linkOrder, { params })
  else if (act === 'stopLink') await person.ask('stop link', stopLink, { params })
  else await person.ask('renew link', renewLink, { params, body: { renew: true } })
}

/** Cancels, sometimes twice at once, as an impatient user does. */
async function cancel(person: Person, reference: string, { dice }: Trade): Promise<void> {
  const body = { refundTo: dice.pick(['source', 'credit'] as const) }
  const taps = Array.from({ length: dice.whole(1, 2) }, () =>
    person.ask('cancel', cancelOrder, { params: { reference }, body }),
  )
  await Promise.all(taps)
}

/** The booker chooses what happens to money that came late. */
async function chooseAboutLate(person: Person, order: Order, trade: Trade): Promise<void> {
  const { reference, mode } = order
  const { dice } = trade
  const choice = dice.pick(['keep', 'new day', 'cancel'] as const)
  if (choice === 'cancel') return await cancel(person, reference, trade)
  const params = { reference }
  if (choice === 'keep')
    return void (await person.ask('keep late', answerLateMoney, { params, body: { choice } }))
  if (mode !== 'sampleCollection') return
  const visit = { date: dayIn(trade.now(), dice.whole(1, 4)), time: '09:30' }
  await person.ask('new day', moveVisit, { params, body: visit })
}

/** What an order’s owner was told must be true at the end. */
function noteTold(order: Order, promises: Promises): void {
  const before = promises.booked.get(order.reference)
  if (before && before.total !== null && before.total !== order.total)
    promises.wrong.push(`${order.reference} cost ₦${before.total}, and then ₦${order.total}`)
  promises.booked.set(order.reference, { total: order.total, by: before?.by ?? '' })
  if (order.paidAt) promises.paid.add(order.reference)
}

async function lookAround(person: Person, order: Order): Promise<void> {
  for (const { reference } of order.payments.slice(0, 2))
    await person.ask('check', checkPayment, { params: { reference }, body: {} })
}
