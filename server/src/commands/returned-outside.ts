import { koboFromNaira } from '@labalaba/contract'
import { openLog } from '../infra/observability/log.ts'
import {
  openConfiguredPaystack,
  paymentByReference,
  recordRefundOutside,
  recordReturnOutside,
  refundById,
} from '../modules/payments/index.ts'
import { type Command, CommandFailed, needed, neededOption, type Typed, WrongUse } from './command.ts'

const anyRefund = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Records that money was returned outside this site. */
export const returnedOutsideCommand: Command = {
  summary:
    "Records that money was given back outside this site: in Paystack's dashboard, or from our own bank account.",
  arguments: {
    'payment or refund': { means: 'the reference of a payment, or the number of a refund that failed' },
  },
  options: {
    through: { means: 'dashboard or bank' },
    reference: { means: "Paystack's id of the refund, or the bank's reference of the transfer" },
    note: { means: 'why, in quotes; shown to the person who booked' },
    amount: { means: 'naira, for a part of a payment: 1500 or 1500.50', optional: true },
  },
  notes:
    'This settles held money, in any currency. If the payment had paid an order, the order is cancelled, unless you give an amount. Recording the same twice records it once.',
  async run({ db, clock, config, print }, typed) {
    const paystack = openConfiguredPaystack(config, openLog('silent'), db)
    const provider = { db, clock, paystack }
    const subject = needed(typed, 0)
    const record = outsideRecordOf(typed)
    const part = partOf(typed)
    if (anyRefund.test(subject)) {
      if (part !== null)
        throw new WrongUse('A failed refund can only be given back in full: leave --amount out.')
      if (!(await refundById(db, subject))) throw new CommandFailed(`There is no refund ${subject}.`)
      await recordRefundOutside(provider, subject, record)
    } else {
      if (!(await paymentByReference(db, subject))) throw new CommandFailed(`There is no payment ${subject}.`)
      await recordReturnOutside(provider, subject, { ...record, ...(part !== null && { amount: part }) })
    }
    print(`We have recorded that ${subject} was given back (${record.reference}).`)
  },
}

function outsideRecordOf(typed: Typed) {
  const through = neededOption(typed, 'through')
  if (through !== 'dashboard' && through !== 'bank')
    throw new WrongUse(`--through is "${through}"; give dashboard or bank.`)
  const reference = neededOption(typed, 'reference')
  if (!/^[\w./:-]{1,64}$/.test(reference))
    throw new WrongUse(`--reference is "${reference}"; give letters, digits and . / : - only.`)
  return { through, reference, note: neededOption(typed, 'note').slice(0, 300) } as const
}

function partOf(typed: Typed) {
  const amount = typed.option('amount')
  if (amount === undefined) return null
  const part = koboFromNaira(amount)
  if (!part) throw new WrongUse(`--amount is "${amount}"; give naira, such as 1500 or 1500.50.`)
  return part
}
