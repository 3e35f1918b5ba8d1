import { bringTo, pay } from './stages.ts'
import { book, bookingForm, type Caller, type Form, type World } from './world.ts'

/** An order in the lab, booked by the given caller. */
export async function orderAtBench(
  world: World,
  caller: Caller,
  changes: Partial<Form> = {},
): Promise<string> {
  const { order, payment } = await book(caller, bookingForm(changes))
  await pay(world, payment)
  await bringTo(world, order, 'lab_processing')
  return order
}
