import type { OrderRow } from '../src/booking/index.ts'
import { sampleProgress } from '../src/collection/index.ts'
import type { World } from './world.ts'

/** How far the samples of an order are, as the program hands it in. */
export function progressIn({ db, clock }: Pick<World, 'db' | 'clock'>) {
  return (order: OrderRow) => sampleProgress(db, order, clock.now())
}
