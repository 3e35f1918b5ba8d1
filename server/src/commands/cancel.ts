import { formatNaira } from '@labalaba/contract'
import { orderByReference } from '../modules/orders/index.ts'
import { cancelBooking, paymentByReference, refundRetainedFee } from '../modules/payments/index.ts'
import { type Command, CommandFailed, needed, neededOption, type Typed, WrongUse } from './command.ts'

const to = { means: 'source, which is the default, or credit', optional: true } as const

/** Cancels a booking on behalf of its lab or of Labalaba. */
export const cancelCommand: Command = {
  summary: 'Cancels a booking that has no sample yet, for its lab or for Labalaba. All its money goes back.',
  arguments: { 'order number': { means: 'as the order shows it' } },
  options: {
    'on-behalf-of': { means: 'lab or labalaba; the mail to the patient says so' },
    reason: { means: 'why, in quotes; shown to the person who booked' },
    to,
  },
  notes: 'Cancelling twice cancels it once.',
  async run({ db, clock, print }, typed) {
    const reference = needed(typed, 0)
    const order = await orderByReference(db, reference)
    if (!order) throw new CommandFailed(`There is no order ${reference}.`)
    const behalf = neededOption(typed, 'on-behalf-of')
    if (behalf !== 'lab' && behalf !== 'labalaba')
      throw new WrongUse(`--on-behalf-of is "${behalf}"; give lab or labalaba.`)
    const asked = { refundTo: wayIn(typed), reason: neededOption(typed, 'reason').slice(0, 300) }
    const actor = behalf === 'lab' ? 'lab' : 'operator'
    const refund = await db.transaction().execute((tx) => cancelBooking(tx, order, actor, asked, clock.now()))
    print(
      `${reference} is cancelled. ${refund ? `${formatNaira(refund.amount_kobo)} goes back.` : 'Nothing goes back.'}`,
    )
  },
}

/** Refunds a collection fee that was retained at cancellation. */
export const returnFeeCommand: Command = {
  summary: 'Gives back the collection fee that was kept when a booking was cancelled, once.',
  arguments: { 'payment reference': { means: 'as the order shows it' } },
  options: { reason: { means: 'why, in quotes; shown to the person who booked' }, to },
  async run({ db, clock, print }, typed) {
    const reference = needed(typed, 0)
    const payment = await paymentByReference(db, reference)
    if (!payment) throw new CommandFailed(`There is no payment ${reference}.`)
    const asked = { refundTo: wayIn(typed), reason: neededOption(typed, 'reason').slice(0, 300) }
    const refund = await db.transaction().execute((tx) => refundRetainedFee(tx, payment, asked, clock.now()))
    print(`The fee of ${formatNaira(refund.amount_kobo)} goes back.`)
  },
}

function wayIn(typed: Typed): 'source' | 'credit' {
  const way = typed.option('to') ?? 'source'
  if (way !== 'source' && way !== 'credit') throw new WrongUse(`--to is "${way}"; give source or credit.`)
  return way
}
