import { formatDay, formatNaira, parseLagosDate } from '@labalaba/contract'
import { openLog } from '../infra/observability/log.ts'
import { openConfiguredPaystack, reconcileDay } from '../modules/payments/index.ts'
import { type Command, CommandFailed, needed, WrongUse } from './command.ts'
import { counted } from './import-file.ts'

/** Compares a day's payments with Paystack's lists now. */
export const reconcileCommand: Command = {
  summary: "Compares a day's money with Paystack's lists, fixes what is safe and opens cases for the rest.",
  arguments: { day: { means: 'as YYYY-MM-DD, in Lagos' } },
  notes:
    'The running site does this by itself: every hour for today, and every night for the last seven days.',
  async run({ db, clock, config, print }, typed) {
    const day = parseLagosDate(needed(typed, 0))
    if (!day) throw new WrongUse(`The day is "${typed.argument(0)}"; give it as YYYY-MM-DD.`)
    const paystack = openConfiguredPaystack(config, openLog('silent'), db)
    if (!paystack) throw new CommandFailed('Payments are not configured: set PAYSTACK_SECRET_KEY.')
    const provider = { db, clock, paystack }
    const reconciled = await reconcileDay(provider, day, clock.now())
    if (reconciled.outcome !== 'done')
      throw new CommandFailed(
        reconciled.outcome === 'under_way'
          ? 'The site is comparing now. Try again in a moment.'
          : `Paystack did not answer about all of ${day}. The site tries again by itself.`,
      )
    const { row, mended, cases, ofOtherMode } = reconciled
    print(`${formatDay(day)}:`)
    print(
      `  Paystack: ${counted(row.provider_count, 'payment', 'payments')}, ${formatNaira(row.provider_kobo)}`,
    )
    print(`  We:       ${counted(row.our_count, 'payment', 'payments')}, ${formatNaira(row.our_kobo)}`)
    print(
      `  ${counted(mended, 'difference', 'differences')} mended, ${counted(cases, 'new case', 'new cases')}`,
    )
    if (ofOtherMode.length > 0)
      print(`  Of the other mode of Paystack, and ignored: ${ofOtherMode.join(', ')}`)
  },
}
