import { paymentByReference, releaseHeld } from '../modules/payments/index.ts'
import { type Command, CommandFailed, needed } from './command.ts'

/** Lets held money pay its order. */
export const releaseHeldCommand: Command = {
  summary: 'Lets held money that covers its order pay it. Anything above the price goes back.',
  arguments: { 'payment reference': { means: 'as held-payments or the order shows it' } },
  notes: 'Only if nothing but the amount was wrong, and the order waits for money or has expired.',
  async run({ db, clock, print }, typed) {
    const reference = needed(typed, 0)
    const payment = await paymentByReference(db, reference)
    if (!payment) throw new CommandFailed(`There is no payment ${reference}.`)
    await db.transaction().execute((tx) => releaseHeld(tx, payment, clock.now()))
    print(`${reference} pays its order.`)
  },
}
