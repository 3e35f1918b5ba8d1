import { formatNaira, koboFromNaira } from '@labalaba/contract'
import { paymentByReference, refundPart, requestRefund } from '../payment/index.ts'
import { type Command, CommandFailed, needed, neededOption, type Typed, WrongUse } from './command.ts'

/** Gives a payment back to whoever paid it, in full or in part. */
export const refundCommand: Command = {
  summary:
    'Gives a payment back: in full, and the order that it paid is cancelled; or a part, and the order goes on.',
  arguments: { 'payment reference': { means: 'as held-payments or the order shows it' } },
  options: {
    reason: { means: 'why, in quotes; kept with the payment, and shown to whoever booked' },
    amount: { means: 'naira, for a part: 1500 or 1500.50', optional: true },
  },
  notes:
    'The running site sends the refund to Paystack. Asking twice for one payment, or for one part with the same reason, refunds it once.',
  async run({ db, clock, print }, typed) {
    const reference = needed(typed, 0)
    const payment = await paymentByReference(db, reference)
    if (!payment) throw new CommandFailed(`There is no payment ${reference}.`)
    if (payment.captured_currency !== null && payment.captured_currency !== 'NGN')
      throw new CommandFailed(
        `${reference} came in ${payment.captured_currency}, which our books do not hold. Return it in Paystack's dashboard.`,
      )
    const reason = neededOption(typed, 'reason')
    const part = partOf(typed)
    await db.transaction().execute(async (tx) => {
      if (part === null) return await requestRefund(tx, payment.id, reason, 'operator', clock.now())
      const asked = { amount: part, reason, key: `command:${part}:${reason}`, actor: 'operator' } as const
      await refundPart(tx, payment, asked, clock.now())
    })
    const amount = part ?? payment.captured_kobo
    print(`The refund${amount === null ? '' : ` of ${formatNaira(amount)}`} for ${reference} is asked for.`)
  },
}

function partOf(typed: Typed) {
  const amount = typed.option('amount')
  if (amount === undefined) return null
  const part = koboFromNaira(amount)
  if (!part) throw new WrongUse(`--amount is "${amount}"; give naira, such as 1500 or 1500.50.`)
  return part
}
