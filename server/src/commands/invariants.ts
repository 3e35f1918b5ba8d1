import { brokenInvariants } from '../invariants.ts'
import { type Command, CommandFailed } from './command.ts'

/** Checks the books: what must hold of orders, payments and the ledger, read from the database as it is. */
export const invariantsCommand: Command = {
  summary: 'Checks that orders, payments and the ledger agree; lists what does not.',
  async run({ db, print }) {
    const broken = await brokenInvariants(db)
    if (broken.length > 0) throw new CommandFailed(broken.join('\n'))
    print('Every invariant holds.')
  },
}
