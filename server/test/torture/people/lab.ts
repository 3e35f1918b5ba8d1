import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Tx } from '../../../src/db.ts'
import { transition } from '../../../src/infra/state-machine.ts'
import { orderTransitions } from '../../../src/modules/orders/order-state-machine.ts'
import * as orders from '../../../src/modules/orders/repository.ts'
import { releaseEarning } from '../../../src/modules/payments/refunds/earning.ts'
import {
  collectSpecimens,
  expectSpecimens,
  receiveSpecimen,
  rejectSpecimen,
  specimensOf,
} from '../../../src/modules/specimens/index.ts'
import type { Dice } from '../dice.ts'
import { count, type Promises } from '../promises.ts'

export type Bench = {
  readonly db: Db
  readonly dice: Dice
  readonly now: () => Date
  readonly promises: Promises
  /** Admits work on the database. */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>
}

const steps = ['collect', 'receive', 'release'] as const

/**
 * Labs and phlebotomists work on paid orders until stopped: they set off, take samples, and release results.
 */
export async function work(bench: Bench, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    await pause(bench.dice.whole(200, 1200))
    // The database may be gone in the middle of it.
    await bench.use(() => workOnOne(bench)).catch(() => null)
  }
}

async function workOnOne({ db, dice, now, promises }: Bench): Promise<void> {
  const waiting = await db
    .selectFrom('lab_order')
    .select('id')
    .where('state', 'in', ['scheduled', 'sample_collected', 'lab_processing'])
    .orderBy('id', 'desc')
    .limit(12)
    .execute()
  if (waiting.length === 0) return
  const { id } = dice.pick(waiting)
  const setsOff = dice.happens(0.3)
  const done = await db.transaction().execute(async (tx) => {
    const order = await orders.lockOrder(tx, id)
    if (!order) return null
    if (setsOff && order.state === 'scheduled' && order.mode === 'sampleCollection') {
      await tx.updateTable('lab_order').set({ set_off_at: now() }).where('id', '=', id).execute()
      return 'set off'
    }
    const step = steps.find((verb) => transition(orderTransitions, verb, order.state, 'lab').ok)
    if (!step) return null
    if (step !== 'release') return await handle(tx, order, step, dice.happens(0.1), now())
    const event = { verb: step, from: order.state, to: orderTransitions[step].to, actor: 'lab', at: now() }
    await orders.moveOrder(tx, id, event)
    await releaseEarning(tx, order, now())
    return step
  })
  if (done) count(promises.done, `lab: ${done}`)
}

/** Takes or receives every sample of an order; one of those received may be unusable. */
async function handle(
  tx: Tx,
  order: orders.OrderRow,
  step: 'collect' | 'receive',
  spoils: boolean,
  at: Date,
): Promise<string> {
  const { id: accountId } = await tx
    .selectFrom('account')
    .select('id')
    .where('type', '=', 'lab')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const by = { actor: 'lab', accountId, at } as const
  if (step === 'collect') {
    await expectSpecimens(tx, order, at)
    await collectSpecimens(tx, order, { ...by, accessions: 'all' })
    return step
  }
  const waiting = (await specimensOf(tx, order.id)).filter(({ state }) => state === 'collected')
  let now = order
  for (const { accession } of waiting) now = await receiveSpecimen(tx, now, { ...by, accession })
  const [first] = waiting
  if (!spoils || !first) return step
  const reason = { reason: 'leaked', note: null } as const
  await rejectSpecimen(tx, now, { ...by, ...reason, accession: first.accession })
  return 'reject'
}
