import { koboFromNaira } from '@labalaba/contract'
import { paymentByReference, refundById, refundedOutside, returnedOutside } from '../payment/index.ts'
import { type Command, CommandFailed, needed, neededOption, type Typed, WrongUse } from './command.ts'

const anyRefund = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Writes down that money was given back outside this site. */
export const returnedOutsideCommand: Command = {
  summary:
    "Writes down that money was given back outside this site: in Paystack's dashboard, or from our own bank account.",
  arguments: {
    'payment or refund': { means: 'the reference of a payment, or the number of a refund that failed' },
  },
  options: {
    through: { means: 'dashboard or bank' },
    reference: { means: "Paystack's id of the refund, or the bank's reference of the transfer" },
    note: { means: 'why, in quotes; shown to whoever booked' },
    amount: { means: 'naira, for a part of a payment: 1500 or 1500.50', optional: true },
  },
  notes:
    'Held money ends with it, in whatever currency. The order that a payment had paid is cancelled, unless an amount is given. Saying the same twice is saying it once.',
  async run({ db, clock, print }, typed) {
    const subject = needed(typed, 0)
    const said = saidIn(typed)
    const part = partOf(typed)
    if (anyRefund.test(subject)) {
      if (part !== null) throw new WrongUse('A refund that failed is given back whole: leave --amount out.')
      if (!(await refundById(db, subject))) throw new CommandFailed(`There is no refund ${subject}.`)
      await db.transaction().execute((tx) => refundedOutside(tx, subject, said, clock.now()))
    } else {
      const payment = await paymentByReference(db, subject)
      if (!payment) throw new CommandFailed(`There is no payment ${subject}.`)
      const all = { ...said, ...(part !== null && { amount: part }) }
      await db.transaction().execute((tx) => returnedOutside(tx, payment, all, clock.now()))
    }
    print(`It is written down that ${subject} was given back (${said.reference}).`)
  },
}

function saidIn(typed: Typed) {
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
