import { formatMoment, formatNaira } from '@labalaba/contract'
import { casesOf } from '../modules/cases/index.ts'
import { caseWords, sidesOf } from '../modules/payments/index.ts'
import type { Command } from './command.ts'
import { counted } from './import-file.ts'

/** More cases than this wait only if something else is wrong. */
const most = 1000

/** Lists the cases that wait for an operator. */
export const heldPaymentsCommand: Command = {
  summary:
    'Lists the cases about money that wait for your decision: held payments, stuck and failed refunds, and more.',
  notes:
    'Release held money that covers its order with: npm run labalaba -- release-held <payment reference>. Give a payment back with: npm run labalaba -- refund <payment reference> --reason "…" Close what is decided with: npm run labalaba -- close-case <case> --note "…"',
  async run({ db, print }) {
    const { rows, total } = await casesOf(db, true, 1, most)
    print(total === 0 ? 'No case waits.' : `${counted(total, 'case waits', 'cases wait')}:`)
    for (const found of rows) {
      const amount = found.amount_kobo === null ? '' : `  ${formatNaira(found.amount_kobo)}`
      const due = found.due_at ? `  due ${formatMoment(found.due_at)}` : ''
      const { title, whatToDo } = caseWords[found.kind]
      print(`Case ${found.id}: ${found.subject}${amount}${due}: ${title}. ${whatToDo}`)
      const { sides, found: others } = sidesOf(found)
      for (const { fact, paystack, ours } of sides)
        print(`  ${fact}: Paystack ${paystack ?? '–'}, we ${ours ?? '–'}`)
      for (const { name, value } of others) print(`  ${name}: ${value}`)
    }
  },
}
