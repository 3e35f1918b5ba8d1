import { openLog } from '../infra/observability/log.ts'
import {
  creditFailed,
  giveBankDetails,
  openConfiguredPaystack,
  retryRefund,
} from '../modules/payments/index.ts'
import { type Command, CommandFailed, needed, neededOption, WrongUse } from './command.ts'

const refund = { refund: { means: 'its number, as held-payments shows it' } }

/** Retries a failed refund. */
export const retryRefundCommand: Command = {
  summary: 'Tries a failed refund again now.',
  arguments: refund,
  async run({ db, clock, print }, typed) {
    const id = needed(typed, 0)
    await db.transaction().execute((tx) => retryRefund(tx, id, 'operator', clock.now()))
    print(`We are trying the refund ${id} again.`)
  },
}

/** Turns a failed refund into credit. */
export const creditRefundCommand: Command = {
  summary: 'Turns a failed refund into credit of the person who booked, if no one else can have paid.',
  arguments: refund,
  async run({ db, clock, print }, typed) {
    const id = needed(typed, 0)
    await db.transaction().execute((tx) => creditFailed(tx, id, clock.now()))
    print(`The refund ${id} is credit now.`)
  },
}

/** Gives Paystack the payer's bank account. */
export const bankDetailsCommand: Command = {
  summary:
    "Gives Paystack the payer's bank account for a refund that needs one. Without a bank, lists the banks.",
  arguments: { refund: { means: 'its number, as held-payments shows it', optional: true } },
  options: {
    bank: { means: "Paystack's number of the bank, as the list shows it", optional: true },
    account: { means: 'the account number, ten digits', optional: true },
  },
  notes: 'The account goes to Paystack. We do not keep it.',
  async run({ db, clock, config, print }, typed) {
    const paystack = openConfiguredPaystack(config, openLog('silent'), db)
    if (!paystack) throw new CommandFailed('Payments are not configured: set PAYSTACK_SECRET_KEY.')
    const id = typed.argument(0)
    if (id === undefined) {
      const banks = await paystack.banks()
      if (banks.kind !== 'yes') throw new CommandFailed('Paystack did not answer. Try again in a moment.')
      for (const bank of banks.value) print(`${bank.id.padStart(6)}  ${bank.name}`)
      return
    }
    const [bankId, accountNumber] = [neededOption(typed, 'bank'), neededOption(typed, 'account')]
    if (!/^\d{10}$/.test(accountNumber)) throw new WrongUse('--account has ten digits.')
    if (!/^\d{1,12}$/.test(bankId)) throw new WrongUse("--bank is Paystack's number of the bank.")
    const { state } = await giveBankDetails({ db, clock, paystack }, id, { bankId, accountNumber })
    print(`Paystack has the bank account. The refund ${id} is ${state}.`)
  },
}
