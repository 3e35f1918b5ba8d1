import { releaseEarning } from '../src/payment/refund/earning.ts'
import { settle } from '../src/payment/settle.ts'
import type { World } from './world.ts'

/** Pays an attempt, and settles it as the webhook would; `terms` say what is odd about the payment. */
export async function pay(world: World, reference: string, terms: object = {}): Promise<void> {
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false, ...terms })
  await settle(world.provider, reference)
}

/** What a paid order goes through, as the slices that take and read its sample will move it. */
const stages = [
  { verb: 'collect', state: 'sample_collected' },
  { verb: 'receive', state: 'lab_processing' },
  { verb: 'release', state: 'results_ready' },
] as const
export type Stage = (typeof stages)[number]['state']

/** Moves a paid order on to a stage, by each before it: with its history, and with the doctor's earning at the end. */
export async function bringTo(world: World, reference: string, stage: Stage): Promise<void> {
  const at = world.clock.now()
  const [now] = await world.sql<
    { state: string }[]
  >`select state from lab_order where reference = ${reference}`
  for (const { verb, state } of stages.slice(stages.findIndex((one) => one.state === now?.state) + 1)) {
    const [order] = await world.sql<{ id: number }[]>`
      with seen as (select id, state from lab_order where reference = ${reference}),
      event as (insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
        select id, ${verb}, state, ${state}, 'lab', ${at} from seen)
      update lab_order set state = ${state} where id = (select id from seen) returning id::int`
    if (state === 'results_ready')
      await world.db.transaction().execute((tx) => releaseEarning(tx, { id: order?.id ?? 0 }, at))
    if (state === stage) return
  }
}
