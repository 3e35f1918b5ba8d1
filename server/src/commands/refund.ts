import { formatNaira, koboFromNaira } from '@labalaba/contract'
import { paymentByReference, refundPart, requestRefund } from '../modules/payments/index.ts'
import { type Command, CommandFailed, needed, neededOption, type Typed, WrongUse } from './command.ts'

/** Refunds a payment to the payer, in full or in part. */
export const refundCommand: Command = {
  summary: 'Gives a payment back. In full, it also cancels the order. In part, the order goes on.',
  arguments: { 'payment reference': { means: 'as held-payments or the order shows it' } },
  options: {
    reason: { means: 'why, in quotes; saved with the payment, and shown to the person who booked' },
    amount: { means: 'naira, for a part: 1500 or 1500.50', optional: true },
    'on-behalf-of': { means: 'lab if the lab cancels; otherwise labalaba', optional: true },
  },
  notes:
    'The running site sends the refund to Paystack. Asking twice for one payment, or for one part with the same reason, refunds it once.',
  async run({ db, clock, print }, typed) {
    const reference = needed(typed, 0)
    const payment = await paymentByReference(db, reference)
    if (!payment) throw new CommandFailed(`There is no payment ${reference}.`)
    const reason = neededOption(typed, 'reason')
    const part = partOf(typed)
    const behalf = typed.option('on-behalf-of') ?? 'labalaba'
    if (behalf !== 'lab' && behalf !== 'labalaba')
      throw new WrongUse(`--on-behalf-of is "${behalf}"; give lab or labalaba.`)
    const asker = behalf === 'lab' ? 'lab' : 'operator'
    await db.transaction().execute(async (tx) => {
      if (part === null) return await requestRefund(tx, payment.id, reason, asker, clock.now())
      const asked = { amount: part, reason, key: `command:${part}:${reason}` }
      await refundPart(tx, payment, asked, clock.now())
    })
    const amount = part ?? (payment.captured_currency === 'NGN' ? payment.captured_kobo : null)
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
