import { cancelOrderFor, recordReturn, refundPayment, returnKeptFee } from '@labalaba/contract'
import type { Desk } from './operator.ts'

/** A payment that an operator finds in the books. */
type Found = { readonly reference: string; readonly order: string; readonly kobo: number }

let acts = 0

/** Refunds something without a case, in one of the possible ways. */
export async function giveSomethingBack(desk: Desk): Promise<void> {
  const ways = { refund: 10, cancelFor: 2, fromBank: 3, keptFee: 4 }
  const way = desk.dice.weighed(ways)
  const found = await (way === 'keptFee' ? feesKept(desk) : settled(desk))
  if (found.length === 0) return
  acts += 1
  const one = desk.dice.pick(found)
  if (way === 'refund') await refund(desk, one)
  else if (way === 'cancelFor') await cancelFor(desk, one)
  else if (way === 'fromBank') await giveFromBank(desk, one)
  else await giveFeeBack(desk, one)
}

async function refund({ operator, dice }: Desk, { reference, kobo }: Found): Promise<void> {
  const key = `torture-${acts}`
  const part = dice.happens(0.7) ? { amount: partOf(kobo, dice) } : {}
  const name = part.amount ? 'give part back' : 'give all back'
  await twice(() =>
    operator.ask(name, refundPayment, {
      params: { reference },
      body: { ...part, reason: 'one test could not be done', key },
    }),
  )
}

async function cancelFor({ operator, dice }: Desk, { order }: Found): Promise<void> {
  const onBehalfOf = dice.pick(['lab', 'labalaba'] as const)
  const refundTo = dice.pick(['source', 'credit'] as const)
  await operator.ask(`cancel for ${onBehalfOf}`, cancelOrderFor, {
    params: { reference: order },
    body: { onBehalfOf, refundTo, reason: 'the machine is broken' },
  })
}

/** A transfer from our own bank account, for a part or for all. */
async function giveFromBank({ operator, dice }: Desk, { reference, kobo }: Found): Promise<void> {
  const part = dice.happens(0.6) ? { amount: partOf(kobo, dice) } : {}
  const body = { ...part, through: 'bank' as const, reference: `UBA-${acts}`, note: 'asked for on the phone' }
  await twice(() =>
    operator.ask('write down a transfer of ours', recordReturn, { params: { reference }, body }),
  )
}

async function giveFeeBack({ operator, dice }: Desk, { reference }: Found): Promise<void> {
  const refundTo = dice.pick(['source', 'credit'] as const)
  await twice(() =>
    operator.ask('give kept fee back', returnKeptFee, {
      params: { reference },
      body: { reason: 'nobody came', refundTo },
    }),
  )
}

/** Asks twice at once, as an impatient user does; it counts as one. */
async function twice(ask: () => Promise<unknown>): Promise<void> {
  await Promise.all([ask(), ask()])
}

function partOf(kobo: number, dice: Desk['dice']): number {
  return dice.whole(100, Math.max(100, Math.floor(kobo / 3))) / 100
}

async function settled({ sql, use }: Desk): Promise<Found[]> {
  const ask = () => sql<Found[]>`
    select p.reference, o.reference as "order", p.due_kobo + p.credit_kobo as kobo
    from payment p join lab_order o on o.id = p.order_id where p.state = 'settled' order by p.id desc limit 8`
  return await use(async () => await ask()).catch(() => [])
}

async function feesKept({ sql, use }: Desk): Promise<Found[]> {
  const ask = () => sql<Found[]>`
    select p.reference, o.reference as "order", o.collection_fee_kobo as kobo
    from payment p join lab_order o on o.id = p.order_id
    where o.state = 'cancelled' and p.settles_order and o.set_off_at is not null and o.collection_fee_kobo > 0
    order by p.id desc limit 8`
  return await use(async () => await ask()).catch(() => [])
}
