import type { NextStep, Order, OrderState, PaymentState, TrackedOrder } from '@labalaba/contract'
import * as booking from './booking.ts'
import { linkIn } from './mailbox.ts'
import { newPatient, newPerson, pause } from './people.ts'
import { altered, refusing, seeTrouble, seeWaiting, type Walk } from './walk.ts'

/** A booking whose link is sent, opened and paid. The cart is ready to be sent. */
export async function links({ page, shot, view }: Walk): Promise<void> {
  await booking.proceed(page).click()
  await page.getByRole('heading', { name: 'Payment Link Created' }).waitFor()
  await view('link')
  await page.getByLabel('Recipient email').fill('nobody@')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await view('link-refused')
  const url = await page.getByLabel('Link', { exact: true }).inputValue()
  await page.getByLabel('Recipient email').fill(newPerson().email)
  await pause(page)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await page.getByRole('heading', { name: 'Link Sent Successfully!' }).waitFor()
  await view('link-sent')
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByRole('heading', { name: 'Waiting for payment' }).waitFor()
  await shot('order-waiting')
  await page.goto(url)
  await page.getByRole('button', { name: /^Pay ₦/ }).waitFor()
  await shot('pay')
  const calls = '**/v0/payment-links/*'
  for (const state of ['expired', 'revoked'] as const)
    await altered<object>(
      page,
      calls,
      (link) => ({ ...link, state }),
      async () => {
        await page.goto(url)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await shot(`pay-${state}`)
      },
    )
  await seeLinkTrouble({ page, view }, url)
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await booking.expectHostedPage(page)
  await view('hosted')
  await booking.pay(page)
  await booking.expectPaid(page)
  await shot('return-paid-by-link')
  await page.goto(url)
  await page.getByRole('heading', { name: 'This booking is paid' }).waitFor()
  await shot('pay-paid')
}

async function seeLinkTrouble({ page, view }: Pick<Walk, 'page' | 'view'>, url: string): Promise<void> {
  const down = { status: 503, code: 'payment_provider_down', message: 'We could not reach the payment page.' }
  await page.goto(url)
  await refusing(page, '**/v0/payment-links/*/payments', down, async () => {
    await page.getByRole('button', { name: /^Pay ₦/ }).click()
    await page.getByText('The payment page did not open').waitFor()
    await view('pay-trouble')
  })
  await page.goto(url)
}

/** An order paid at the second attempt, in all its states, and those of the payment. */
export async function payments(walk: Walk): Promise<void> {
  const { page, shot, mailbox, product } = walk
  const patient = newPatient()
  await page.goto('/orders')
  await booking.bookAndLeaveToPay(page, patient)
  await page.goBack()
  await page.getByRole('heading', { name: 'Your cart' }).waitFor()
  await shot('cart-already-booked')
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByText('A payment is not finished yet').waitFor()
  await shot('order-being-paid')
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await booking.expectHostedPage(page)
  await booking.pay(page, 'Card that is declined')
  await booking.returnFromHostedPage(page)
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
  await shot('return-declined')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  await booking.expectPaid(page)
  await shot('return-paid')
  await seePaymentStates(walk, page.url())
  await page.goto('/orders')
  await page.getByRole('link', { name: booking.lab.name }).first().waitFor()
  await shot('orders')
  await page.getByRole('link', { name: booking.lab.name }).first().click()
  await page.getByRole('heading', { name: 'Progress' }).waitFor()
  await seeOrderStates(walk, new URL(page.url()).pathname)
  // The booker’s mail has the link, because the patient’s address is not confirmed as theirs.
  const profile = await page.evaluate(() => sessionStorage.getItem('_tr_js_profile') ?? '{}')
  const { email }: { email: string } = JSON.parse(profile)
  const mail = await mailbox.find(email, 'Your booking is confirmed')
  await tracking(walk, linkIn(mail, `${product.url}/track#`))
}

const returns: readonly [name: string, state: PaymentState, more: string][] = [
  ['checking', 'started', ''],
  ['left', 'started', '&cancelled=1'],
  ['abandoned', 'abandoned', ''],
  ['held', 'held', ''],
  ['refunding', 'refunding', ''],
  ['refunded', 'refunded', ''],
]

async function seePaymentStates(walk: Walk, url: string): Promise<void> {
  const { page, shot } = walk
  for (const [name, state, more] of returns)
    await altered<object>(
      page,
      '**/v0/payments/*/check',
      (payment) => ({ ...payment, state }),
      async () => {
        await page.goto(`${url}${more}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page
          .getByText('₦')
          .first()
          .waitFor({ timeout: 3_000 })
          .catch(() => undefined)
        await shot(`return-${name}`)
      },
    )
}

const states: readonly OrderState[] = [
  ...(['scheduled', 'sample_collected', 'lab_processing', 'results_ready', 'cancelled', 'expired'] as const),
]

async function seeOrderStates(walk: Walk, path: string): Promise<void> {
  const { page, shot } = walk
  const calls = /\/v0\/orders\/[^/]+$/
  const open = async (name: string, change: (order: Order) => Order) =>
    altered<Order>(page, calls, change, async () => {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Order summary' }).waitFor()
      await shot(name)
    })
  for (const state of states)
    await open(`order-${state.replace('_', '-')}`, (order) => trackedAs(order, state))
  await open('order-held', (order) => ({
    ...order,
    state: 'awaiting_payment',
    paidAt: null,
    promised: null,
    cancelTerms: null,
    may: { ...order.may, cancel: false },
    progress: { ...order.progress, reached: [] },
    payments: order.payments.slice(0, 1).map((one) => ({ ...one, state: 'held' })),
  }))
  await page.goto('/orders/LB-0000-0000-0000-0000')
  await page.getByRole('heading', { name: 'We do not find this order' }).waitFor()
  await shot('order-unknown')
  for (const [name, where] of [
    ['orders', '/orders'],
    ['order', path],
  ] as const) {
    await seeWaiting(walk, `${name}-loading`, where)
    await seeTrouble(walk, `${name}-trouble`, where)
  }
}

type State = (typeof states)[number]

/**
 * The next step in each state of an order that goes well at the lab; until the specimen is taken, as it is.
 */
const nexts: Readonly<Partial<Record<State, NextStep>>> = {
  sample_collected: 'to_lab',
  lab_processing: 'results',
  results_ready: 'read',
  cancelled: 'none',
  expired: 'none',
}

const stages = ['scheduled', 'sample_collected', 'lab_processing', 'results_ready'] as const

/** The progress of an order in a state, and when it reached that state. */
function progressIn(progress: Order['progress'], state: State): Order['progress'] {
  const at = new Date().toISOString()
  const reached = stages.slice(0, stages.findIndex((stage) => stage === state) + 1)
  return {
    ...progress,
    next: nexts[state] ?? progress.next,
    reached: reached.map((stage) => ({ stage, at, by: null })),
  }
}

/**
 * Counted from the specimen, and again from its arrival in the lab; before and after, nothing is promised
 * here.
 */
function promisedIn(state: State): Order['promised'] {
  if (state !== 'sample_collected' && state !== 'lab_processing') return null
  const since = state === 'lab_processing' ? 'received' : 'collected'
  const by = new Date(Date.now() + 18 * 3_600_000).toISOString()
  return { by, since, stands: 'on_time', movedFrom: null, changesAt: null }
}

/** The same on its tracking page. */
function trackedIn(order: TrackedOrder, state: State): TrackedOrder {
  const at = (stage: (typeof stages)[number]) =>
    stages.findIndex((one) => one === state) >= stages.indexOf(stage) ? new Date().toISOString() : null
  return {
    ...order,
    state,
    progress: progressIn(order.progress, state),
    collectedAt: at('sample_collected'),
    receivedAt: at('lab_processing'),
    readyAt: at('results_ready'),
    promised: promisedIn(state),
    ...(state === 'expired' && { paidAt: null }),
  }
}

/** A paid order as the server would return it in a state. */
function trackedAs(order: Order, state: State): Order {
  const at = new Date().toISOString()
  const ended = state === 'cancelled'
  const { total } = order
  return {
    ...order,
    state,
    progress: progressIn(order.progress, state),
    promised: promisedIn(state),
    may: { ...order.may, cancel: state === 'scheduled', readResults: state === 'results_ready' },
    cancelTerms: state === 'scheduled' ? order.cancelTerms : null,
    cancelled: ended ? { by: 'owner', at, reason: null } : null,
    payments: order.payments.map((one) =>
      one.state === 'settled' && ended ? { ...one, state: 'refunding' } : one,
    ),
    refunds: ended
      ? [
          {
            amount: total,
            toSource: total,
            toCredit: 0,
            state: 'pending',
            requestedAt: at,
            endedAt: null,
            retryAt: null,
            outside: null,
          },
        ]
      : [],
    ...(state === 'expired' && { paidAt: null, expiresAt: at, payments: order.payments.map(abandoned) }),
  }
}

/** The end of an attempt to pay an order whose time is over. */
function abandoned(payment: Order['payments'][number]): Order['payments'][number] {
  return payment.state === 'failed' ? payment : { ...payment, state: 'abandoned' }
}

/** The tracking page of a paid order, from its mail’s link, in its states and errors. */
async function tracking({ page, shot, view }: Walk, link: string): Promise<void> {
  for (const state of states)
    await altered<TrackedOrder>(
      page,
      '**/v0/track',
      (order) => trackedIn(order, state),
      async () => {
        await page.goto('/robots.txt')
        await page.goto(link)
        await page.getByRole('heading', { name: 'Details' }).waitFor()
        await shot(`track-${state.replace('_', '-')}`)
      },
    )
  await page.getByRole('link', { name: 'track another order' }).click()
  const track = page.getByRole('button', { name: 'Track order' })
  await track.click()
  await shot('track-refused')
  await page.getByLabel('Order id').fill('LB-0000-0000-0000-0000')
  await page.getByLabel('The patient’s phone or email').fill('0803 000 0000')
  await pause(page)
  await track.click()
  await page.getByText('We cannot find an order').waitFor()
  await shot('track-unknown')
  await pause(page)
  const stop = {
    status: 429,
    code: 'too_many',
    message: 'Too many tries. Please wait a little and try again.',
  }
  await refusing(page, '**/v0/track', stop, async () => {
    await track.click()
    await page.getByText('we ask you to wait 15 minutes').waitFor()
    await view('track-stopped')
  })
  await page.goto('/robots.txt')
  await page.goto(`/track#LB-0000-0000-0000-0000.${'A'.repeat(32)}`)
  await page.getByRole('button', { name: 'Track order' }).waitFor()
  await shot('track-link-ended')
}
