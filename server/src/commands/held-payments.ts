import { formatNaira, type Kobo } from '@labalaba/contract'
import { paymentsToDecide } from '../payment/index.ts'
import type { Command } from './command.ts'
import { counted } from './import-file.ts'

const day = 24 * 60 * 60 * 1000

/** Lists the payments whose money waits for an operator. */
export const heldPaymentsCommand: Command = {
  summary: 'Lists the payments whose money waits for your decision.',
  notes: 'Give one back with: npm run labalaba -- refund <payment reference> --reason "…"',
  async run({ db, clock, print }) {
    const held = await paymentsToDecide(db, new Date(clock.now().getTime() - day))
    print(
      held.length === 0
        ? 'No payment is held.'
        : `${counted(held.length, 'payment is', 'payments are')} held:`,
    )
    for (const { reference, captured_kobo, captured_currency, due_kobo, hold_reason } of held) {
      const came =
        captured_kobo === null ? 'An unknown amount' : money(captured_kobo, captured_currency ?? 'NGN')
      print(
        `${reference}  ${came} came, ${formatNaira(due_kobo)} was due: ${hold_reason ?? 'on its way back for more than a day; look in the Paystack dashboard'}`,
      )
    }
  },
}

/** Money of another country stands as a plain number beside its code. */
function money(amount: Kobo, currency: string): string {
  return currency === 'NGN' ? formatNaira(amount) : `${currency} ${(amount / 100).toFixed(2)}`
}
