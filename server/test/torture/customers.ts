import {
  addBooking,
  answerLateMoney,
  type BodySent,
  cancelOrder,
  checkPayment,
  linkOrder,
  listLabLocations,
  listLabs,
  listLabTests,
  type Order,
  payByLink,
  payOrder,
  readOrder,
  readPaymentLink,
  renewLink,
  stopLink,
} from '@labalaba/contract'
import type { Dice } from './dice.ts'
import { type Person, personOf } from './person.ts'
import type { Promises } from './promises.ts'

type Form = BodySent<typeof addBooking>

/** A lab with a place and what it does there, as the site shows it. */
export type Stall = {
  readonly lab: { name: string; labReference: string; location: string }
  readonly tests: readonly { name: string; amount: number }[]
  readonly visitsHomes: boolean
}

/** What a payer does at Paystack; null where it does not answer. */
export type Control = (method: string, path: string, body?: object) => Promise<unknown>

export type Trade = {
  readonly site: string
  readonly dice: Dice
  readonly promises: Promises
  readonly control: Control
  readonly now: () => Date
  readonly stalls: readonly Stall[]
}

/** Some labs that take bookings and visit homes, with tests that are done at their first location. */
export async function findStalls(person: Person): Promise<Stall[]> {
  const labs = (await person.ask('look', listLabs, { query: { limit: '50' } })) ?? []
  const stalls: Stall[] = []
  for (const lab of labs.filter(({ verification }) => verification.bookable).slice(0, 6)) {
    const [place] = (await person.ask('look', listLabLocations, { query: { id: lab.slug } })) ?? []
    const offered = (await person.ask('look', listLabTests, { query: { lab: lab.slug } })) ?? []
    const tests = offered
      .flatMap((group) => group.tests)
      .filter((test) => place?.departments.includes(test.department) && test.homeCollection)
      .map((test) => ({ name: test.testName, amount: test.amount }))
    if (place && tests.length > 3)
      stalls.push({
        lab: { name: lab.name, labReference: lab.slug, location: place.address },
        tests,
        visitsHomes: lab.homeCollection,
      })
  }
  return stalls
}

const acts = {
  book: 30,
  pay: 30,
  payTwice: 6,
  payWrongly: 3,
  decline: 4,
  leave: 3,
  look: 12,
  share: 5,
  payAsStranger: 8,
  cancel: 10,
  renewLink: 2,
  stopLink: 1,
}

/** Does one thing that a customer does, chosen by the dice. */
export async function doSomething(person: Person, orders: string[], trade: Trade): Promise<void> {
  const act = orders.length === 0 ? 'book' : trade.dice.weighed(acts)
  if (act === 'book') return await book(person, orders, trade)
  const reference = trade.dice.pick(orders.slice(-12))
  const order = await person.ask('read order', readOrder, { params: { reference } })
  if (!order) return
  noteTold(order, trade.promises)
  if (act === 'look') return await lookAround(person, order)
  if (act === 'share') return void (await person.ask('make link', linkOrder, { params: { reference } }))
  if (act === 'stopLink') return void (await person.ask('stop link', stopLink, { params: { reference } }))
  if (act === 'renewLink')
    return void (await person.ask('renew link', renewLink, { params: { reference }, body: { renew: true } }))
  if (act === 'cancel') return await cancel(person, reference, trade)
  if (order.lateMoney?.choice === null && order.lateMoney.canKeep)
    return void (await person.ask('keep', answerLateMoney, {
      params: { reference },
      body: { choice: 'keep' },
    }))
  if (act === 'payAsStranger') return await payAsStranger(order, trade)
  if (!order.may.pay) return
  const attempt = await openAttempt(person, order, trade)
  if (!attempt) return
  if (act === 'decline') return void (await trade.control('POST', `/transactions/${attempt}/fail`))
  if (act === 'leave') return void (await trade.control('POST', `/transactions/${attempt}/abandon`))
  await payAt(attempt, trade, act === 'payWrongly' ? trade.dice.pick([-100, 100, 5_000]) : 0)
  if (act === 'payTwice') await payTwice(person, reference, trade)
  if (trade.dice.happens(0.6))
    await person.ask('come back', checkPayment, { params: { reference: attempt }, body: {} })
}

async function payTwice(person: Person, reference: string, trade: Trade): Promise<void> {
  const second = await person.ask('pay again', payOrder, { params: { reference } })
  if (second) await payAt(second.reference, trade, 0)
}

/** Cancels, sometimes twice at once, as an impatient thumb does. */
async function cancel(person: Person, reference: string, { dice }: Trade): Promise<void> {
  const body = { refundTo: dice.pick(['source', 'credit'] as const) }
  const taps = Array.from({ length: dice.whole(1, 2) }, () =>
    person.ask('cancel', cancelOrder, { params: { reference }, body }),
  )
  await Promise.all(taps)
}

let bookings = 0

/** Books, and asks again with the same reference where no answer came, as the app does. */
async function book(person: Person, orders: string[], { dice, promises, now, stalls }: Trade): Promise<void> {
  bookings += 1
  const stall = dice.pick(stalls)
  const first = dice.whole(0, stall.tests.length - 3)
  const form: Form = {
    ...{ name: 'Mama Obi', email: 'mama@torture.example', gender: 'Female', phone: '0803 000 0009' },
    type: stall.visitsHomes && dice.happens(0.3) ? homeVisit(now(), dice.whole(1, 5)) : { mode: 'walkin' },
    test: stall.tests.slice(first, first + dice.whole(1, 3)).map((test) => ({ ...test })),
    reference: `torture-${process.pid}-${bookings}`,
    provider: 'paystack',
    lab: stall.lab,
    payment: dice.happens(0.25) ? 'link' : 'online',
    useCredit: dice.happens(0.5),
  }
  for (let tries = 0; tries < 3; tries++) {
    const booked = await person.ask('book', addBooking, { body: form })
    if (!booked) continue
    orders.push(booked.orderReference)
    promises.booked.set(booked.orderReference, { total: null, by: person.email })
    return
  }
}

function homeVisit(now: Date, days: number): Form['type'] {
  return {
    mode: 'sampleCollection',
    details: {
      sampleCollectionAddress: '14 Adeniyi Jones Avenue, Ikeja',
      sampleCollectionDate: new Date(now.getTime() + (days + 1) * 86_400_000).toISOString().slice(0, 10),
      sampleCollectionTime: '08:00',
    },
  }
}

/** What an order's owner has been told must be so at the end. */
function noteTold(order: Order, promises: Promises): void {
  const before = promises.booked.get(order.reference)
  if (before && before.total !== null && before.total !== order.total)
    promises.wrong.push(`${order.reference} cost ₦${before.total}, and then ₦${order.total}`)
  promises.booked.set(order.reference, { total: order.total, by: before?.by ?? '' })
  if (order.paidAt) promises.paid.add(order.reference)
}

/** The attempt that is open, or a fresh one. */
async function openAttempt(person: Person, order: Order, { dice }: Trade): Promise<string | null> {
  const open = order.payments.find((payment) => payment.state === 'started')
  if (open && dice.happens(0.7)) return open.reference
  const fresh = await person.ask('pay', payOrder, {
    params: { reference: order.reference },
    body: { useCredit: dice.happens(0.5) },
  })
  return fresh?.reference ?? null
}

/** Pays an attempt at Paystack, sometimes wrongly by so many kobo, and sometimes without a word to us. */
async function payAt(attempt: string, { dice, control }: Trade, wrongBy: number): Promise<void> {
  const found = wrongBy === 0 ? null : await amountOf(control, attempt)
  await control('POST', `/transactions/${attempt}/succeed`, {
    webhook: dice.happens(0.8),
    ...(found !== null && { amount: Math.max(100, found + wrongBy) }),
  })
}

async function amountOf(control: Control, reference: string): Promise<number | null> {
  const all = await control('GET', '/transactions')
  const found = Array.isArray(all) ? all.find((one) => one.reference === reference) : undefined
  return typeof found?.amount === 'number' ? found.amount : null
}

async function payAsStranger(order: Order, trade: Trade): Promise<void> {
  const token = order.link?.url?.split('/').at(-1)
  if (!token) return
  const stranger = personOf(trade.site, null, trade.promises)
  const seen = await stranger.ask('open link', readPaymentLink, { params: { token } })
  if (seen?.state !== 'active') return
  const payers = await Promise.all(
    Array.from({ length: trade.dice.whole(1, 3) }, () =>
      stranger.ask('pay by link', payByLink, {
        params: { token },
        body: { email: 'uncle@torture.example' },
      }),
    ),
  )
  await Promise.all(payers.flatMap((payer) => (payer ? [payAt(payer.reference, trade, 0)] : [])))
}

async function lookAround(person: Person, order: Order): Promise<void> {
  for (const { reference } of order.payments.slice(0, 2))
    await person.ask('check', checkPayment, { params: { reference }, body: {} })
}
