import { openLog } from '../infra/observability/log.ts'
import { answerDispute, openConfiguredPaystack, openReceiptRenderer } from '../modules/payments/index.ts'
import { type Command, CommandFailed, needed, neededOption, WrongUse } from './command.ts'

/** Responds to a dispute of the payer's bank. */
export const answerDisputeCommand: Command = {
  summary: "Answers a dispute of a payer's bank: declines it with the evidence, or gives the money up.",
  arguments: { dispute: { means: 'its number, as held-payments shows it' } },
  options: {
    answer: { means: 'decline or accept' },
    message: { means: 'what the bank reads, in quotes; never a test or a result' },
  },
  notes: 'An answer is final. The same answer again is harmless.',
  async run({ db, clock, config, print }, typed) {
    const paystack = openConfiguredPaystack(config, openLog('silent'), db)
    if (!paystack) throw new CommandFailed('Payments are not configured: set PAYSTACK_SECRET_KEY.')
    const answer = neededOption(typed, 'answer')
    if (answer !== 'decline' && answer !== 'accept')
      throw new WrongUse(`--answer is "${answer}"; give decline or accept.`)
    const resolution = answer === 'decline' ? 'declined' : 'merchant-accepted'
    const message = neededOption(typed, 'message').slice(0, 1000)
    const renderer = openReceiptRenderer({ atOnce: 1, waiting: 1 })
    try {
      const provider = { db, clock, renderer, paystack }
      const { status } = await answerDispute(provider, needed(typed, 0), { resolution, message })
      print(`The bank has the answer. The dispute is ${status.replaceAll('-', ' ')}.`)
    } finally {
      await renderer.close()
    }
  },
}
