import { closeCase } from '../modules/payments/index.ts'
import { type Command, needed, neededOption, WrongUse } from './command.ts'

/** Closes a case. */
export const closeCaseCommand: Command = {
  summary: 'Closes a case about money with a note of what was done.',
  arguments: { case: { means: 'its number, as held-payments shows it' } },
  options: { note: { means: 'what was done, in quotes' } },
  notes:
    'Closing moves no money. Give held money back or release it first, and its case closes by itself. Closing again keeps the first note.',
  async run({ db, clock, print }, typed) {
    const id = Number(needed(typed, 0))
    if (!Number.isSafeInteger(id) || id < 1)
      throw new WrongUse(`The case is "${typed.argument(0)}"; give its number.`)
    const note = neededOption(typed, 'note').trim().slice(0, 300)
    const by = { by: null, note }
    const closed = await db.transaction().execute((tx) => closeCase(tx, id, by, clock.now()))
    print(`Case ${id} is closed: ${closed.close_note}`)
  },
}
