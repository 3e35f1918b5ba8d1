import { lockOrder, orderByReference } from '../src/modules/orders/index.ts'
import { settle } from '../src/modules/payments/settle.ts'
import {
  collectSpecimens,
  expectSpecimens,
  receiveSpecimen,
  specimensOf,
} from '../src/modules/specimens/index.ts'
import { sola } from './cast.ts'
import { releaseAll } from './results.ts'
import type { World } from './world.ts'

/** Pays an attempt, and settles it as the webhook would; `terms` make the payment differ from the order. */
export async function pay(world: World, reference: string, terms: object = {}): Promise<void> {
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false, ...terms })
  await settle(world.provider, reference)
}

export type Stage = 'sample_collected' | 'lab_processing' | 'results_ready'

/**
 * Moves a paid order of Yaba to a stage through the API: samples are taken and received, results released.
 */
export async function bringTo(world: World, reference: string, stage: Stage): Promise<void> {
  await takeSamples(world, reference, stage !== 'sample_collected')
  if (stage === 'results_ready') await releaseAll(world, reference)
}

/** Takes every sample of a paid order, and brings them to the bench. */
async function takeSamples(world: World, reference: string, alsoReceive: boolean): Promise<void> {
  const seen = await orderByReference(world.db, reference)
  const [account] = await world.sql<{ id: number }[]>`select id from account where email = ${sola.email}`
  const by = { actor: 'lab', accountId: account?.id ?? 0, at: world.clock.now() } as const
  await world.db.transaction().execute(async (tx) => {
    let order = await lockOrder(tx, seen?.id ?? 0)
    if (order.state === 'scheduled') {
      await expectSpecimens(tx, order, by.at)
      order = await collectSpecimens(tx, order, { accessions: 'all', ...by })
    }
    if (!alsoReceive || order.state !== 'sample_collected') return
    for (const { accession } of await specimensOf(tx, order.id))
      order = await receiveSpecimen(tx, order, { accession, ...by })
  })
}
