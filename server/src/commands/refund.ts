import { formatNaira } from '@labalaba/contract'
import { paymentByReference, requestRefund } from '../payment/index.ts'
import { type Command, CommandFailed, needed, neededOption } from './command.ts'

/** Gives a payment back to whoever paid it, in full. */
export const refundCommand: Command = {
  summary: 'Gives a payment back in full; the order that it paid is cancelled.',
  arguments: { 'payment reference': { means: 'as held-payments or the order shows it' } },
  options: { reason: { means: 'why, in quotes; kept with the payment' } },
  notes: 'The running site sends the refund to Paystack. Asking twice for one payment refunds it once.',
  async run({ db, clock, print }, typed) {
    const reference = needed(typed, 0)
    const payment = await paymentByReference(db, reference)
    if (!payment) throw new CommandFailed(`There is no payment ${reference}.`)
    if (payment.captured_currency !== null && payment.captured_currency !== 'NGN')
      throw new CommandFailed(
        `${reference} came in ${payment.captured_currency}, which our books do not hold. Return it in Paystack's dashboard.`,
      )
    const reason = neededOption(typed, 'reason')
    await db.transaction().execute((tx) => requestRefund(tx, payment.id, reason, 'operator', clock.now()))
    const amount = payment.captured_kobo === null ? '' : ` of ${formatNaira(payment.captured_kobo)}`
    print(`The refund${amount} for ${reference} is asked for.`)
  },
}
