import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Dice } from '../dice.ts'
import type { Machinery } from '../machinery/machinery.ts'
import { count } from '../promises.ts'
import { deckOf } from './deck.ts'

const transactions = z.array(z.object({ reference: z.string(), amount: z.number(), status: z.string() }))
type Paid = z.infer<typeof transactions>[number]

const disputes = z.array(z.object({ id: z.number(), status: z.string() }))
const refunds = z.array(z.object({ id: z.number(), status: z.string() }))

type Act = (machinery: Machinery, dice: Dice) => Promise<unknown>

/** Does something to one of the payments at Paystack. */
const about =
  (act: (paid: Paid, dice: Dice) => readonly [path: string, body: object]): Act =>
  async (machinery, dice) => {
    const paid = await somethingPaid(machinery, dice)
    if (!paid) return null
    const [path, body] = act(paid, dice)
    return await machinery.control('POST', `/transactions/${paid.reference}/${path}`, body)
  }

const part = ({ amount }: Paid, dice: Dice) => ({ amount: dice.whole(100, Math.max(100, amount)) })

const acts = {
  'a bank disputes a payment': about(() => ['dispute', {}]),
  'a bank disputes part of a payment': about((paid, dice) => ['dispute', part(paid, dice)]),
  'a bank decides for us': (machinery) => decide(machinery, 'declined'),
  'a bank decides against us': (machinery) => decide(machinery, 'auto-accepted'),
  'a refund in the dashboard': about((_, dice) => ['refund', { webhook: dice.happens(0.5) }]),
  'a part refund in the dashboard': about((paid, dice) => ['refund', part(paid, dice)]),
  'money taken back silently': about(() => ['reverse', {}]),
  'a fee that turns out otherwise': about(({ amount }, dice) => [
    'fees',
    { fees: Math.max(1, Math.floor((amount * dice.whole(10, 40)) / 1000)) },
  ]),
  'twenty webhooks at once': about(() => ['webhook', { times: 20 }]),
  "a payer's bank details are given": giveDetails,
  "a payout to the merchant's bank": (machinery) => machinery.control('POST', '/settle'),
} satisfies Record<string, Act>

type Name = keyof typeof acts
export const outsideNames = Object.keys(acts) as Name[]

const weights: Readonly<Record<Name, number>> = {
  'a bank disputes a payment': 3,
  'a bank disputes part of a payment': 2,
  'a bank decides for us': 1,
  'a bank decides against us': 1,
  'a refund in the dashboard': 1,
  'a part refund in the dashboard': 1,
  'money taken back silently': 1,
  'a fee that turns out otherwise': 2,
  'twenty webhooks at once': 2,
  "a payer's bank details are given": 2,
  "a payout to the merchant's bank": 1,
}

/** About how many of these a short trial meets. */
const stride = 8

/** Banks, Paystack and users of its dashboard act outside our site; counts their acts. */
export async function meddle(
  machinery: Machinery,
  { seed, dice, every }: { readonly seed: number; readonly dice: Dice; readonly every: number },
  goesOn: () => boolean,
): Promise<Map<string, number>> {
  const done = new Map<string, number>()
  const draw = deckOf(weights, seed, stride)
  while (goesOn()) {
    await pause(dice.whole(every / 2, every))
    const name = draw()
    if ((await acts[name](machinery, dice)) !== null) count(done, name)
  }
  return done
}

async function somethingPaid(machinery: Machinery, dice: Dice): Promise<Paid | null> {
  const all = transactions.safeParse(await machinery.control('GET', '/transactions'))
  const paid = (all.data ?? []).filter(({ status }) => status === 'success').slice(0, 40)
  return paid.length > 0 ? dice.pick(paid) : null
}

async function decide(machinery: Machinery, resolution: string): Promise<unknown> {
  const all = disputes.safeParse(await machinery.control('GET', '/disputes'))
  const open = (all.data ?? []).find(({ status }) => status !== 'resolved')
  return open ? await machinery.control('POST', `/disputes/${open.id}/resolve`, { resolution }) : null
}

/** A refund that waits for the payer's account gets one, in the dashboard. */
async function giveDetails(machinery: Machinery): Promise<unknown> {
  const all = refunds.safeParse(await machinery.control('GET', '/refunds'))
  const stuck = (all.data ?? []).find(({ status }) => status === 'needs-attention')
  const account = { currency: 'NGN', account_number: '0000000000', bank_id: 9 }
  return stuck
    ? await machinery.merchant('POST', `/refund/retry_with_customer_details/${stuck.id}`, {
        refund_account_details: account,
      })
    : null
}
