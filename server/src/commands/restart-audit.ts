import { auditCheckOf, lastAnchored, restartChain } from '../modules/audit/index.ts'
import { type Command, neededOption } from './command.ts'

/** Starts the audit chain anew, once it is known what broke it. */
export const restartAuditCommand: Command = {
  summary: 'Starts the chain of history again, when the old one is broken and you know what happened.',
  options: { reason: { means: 'what happened, in quotes; it stays for good' } },
  notes:
    'The old links stay, and check-audit still checks them. The command invariants then checks from the new start on. Keep a copy of the database from before.',
  async run({ db, clock, config, print }, typed) {
    const check = await auditCheckOf(db, config)
    const reason = neededOption(typed, 'reason').slice(0, 500)
    const after = await lastAnchored(db, check)
    const position = await restartChain({ db, clock, keys: check.keys }, reason, after)
    print(`The chain starts again with link ${position}.`)
  },
}
