import { formatDay, formatNairaExactly, lagosTime } from '@labalaba/contract'
import {
  accountForms,
  postingWords,
  readStatement,
  type Statement,
  statementFile,
  whoseAccounts,
} from '../modules/ledger/index.ts'
import { type Command, needed, neededOption } from './command.ts'
import { counted } from './import-file.ts'

/** High, as no user waits for a page here. */
const most = 1_000_000

/** Prints the statement of one ledger account, or writes it to a file. It only reads. */
export const statementCommand: Command = {
  summary: 'Prints the statement of an account of the books, day by day, or writes it as CSV.',
  arguments: { account: { means: `one of ${accountForms}` } },
  options: {
    from: { means: 'the first day, YYYY-MM-DD, by the calendar of Lagos' },
    to: { means: 'the last day; at most a year after the first' },
    csv: { means: 'a file to write it to, for a spreadsheet', optional: true },
  },
  async run({ db, print, writeFile }, typed) {
    const whose = await whoseAccounts(db, needed(typed, 0))
    const span = { from: neededOption(typed, 'from'), to: neededOption(typed, 'to') }
    const statement = await readStatement(db, whose, { ...span, most })
    const lines = statement.days.reduce((count, day) => count + day.lines.length, 0)
    const path = typed.option('csv')
    if (path) {
      writeFile(path, statementFile(statement))
      print(
        `${whose.words}: ${counted(lines, 'line')} from ${statement.from} to ${statement.to} are in ${path}.`,
      )
      return
    }
    print(`${whose.words}, ${statement.from} to ${statement.to}, ${counted(lines, 'line')}`)
    printDays(statement, print)
  },
}

function printDays({ opening, closing, days }: Statement, print: (line: string) => void): void {
  print(`Opening balance  ${formatNairaExactly(opening)}`)
  for (const day of days.filter(({ lines }) => lines.length > 0)) {
    print('')
    print(`${formatDay(day.day)} ${day.day.slice(0, 4)}, opening at ${formatNairaExactly(day.opening)}`)
    for (const { at, kind, balance, orderReference, amount } of day.lines) {
      const what = [postingWords(kind), balance, orderReference].filter((part) => part !== null).join(', ')
      print(`  ${lagosTime(at)}  ${formatNairaExactly(amount).padStart(16)}  ${what}`)
    }
    print(`  closing at ${formatNairaExactly(day.closing)}`)
  }
  print('')
  print(`Closing balance  ${formatNairaExactly(closing)}`)
}
