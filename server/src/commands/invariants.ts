import { brokenInvariants } from '../invariants.ts'
import { auditCheckOf } from '../modules/audit/index.ts'
import { type Command, CommandFailed } from './command.ts'

/** Checks the invariants of orders, payments and the ledger against the database. */
export const invariantsCommand: Command = {
  summary:
    'Checks that orders, payments and the ledger agree and that no one has altered history. Lists what is wrong.',
  async run({ db, config, print }) {
    const broken = await brokenInvariants(db, await auditCheckOf(db, config))
    if (broken.length > 0) throw new CommandFailed(broken.join('\n'))
    print('Every invariant holds.')
  },
}
