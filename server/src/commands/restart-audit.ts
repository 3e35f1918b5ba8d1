import { lastAnchored, restartChain } from '../modules/audit/index.ts'
import { auditCheckOf } from './audit-check.ts'
import { type Command, neededOption } from './command.ts'

/** Starts the audit chain anew, once it is known what broke it. */
export const restartAuditCommand: Command = {
  summary: 'Begins the chain of history anew where the old one is broken and what happened is known.',
  options: { reason: { means: 'what happened, in quotes; it is kept for good' } },
  notes:
    'The old links stay, and check-audit still checks them. invariants then checks from the new beginning on. Keep a copy of the database as it was before.',
  async run({ db, clock, config, print }, typed) {
    const check = await auditCheckOf(db, config)
    const reason = neededOption(typed, 'reason').slice(0, 500)
    const after = await lastAnchored(db, check)
    const position = await restartChain({ db, clock, keys: check.keys }, reason, after)
    print(`The chain begins anew with link ${position}.`)
  },
}
