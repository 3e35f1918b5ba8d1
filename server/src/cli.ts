import { applicationsCommand } from './commands/applications.ts'
import type { Commands } from './commands/command-line.ts'
import { createOperatorCommand } from './commands/create-operator.ts'
import { heldPaymentsCommand } from './commands/held-payments.ts'
import { importCatalogueCommand } from './commands/import-catalogue.ts'
import { importLabsCommand } from './commands/import-labs.ts'
import { importPricesCommand } from './commands/import-prices.ts'
import { invariantsCommand } from './commands/invariants.ts'
import { refundCommand } from './commands/refund.ts'
import { runCommandLine } from './commands/run.ts'

/** Everything that `npm run labalaba --` can do. */
export const commands: Commands = {
  'create-operator': createOperatorCommand,
  'import-catalogue': importCatalogueCommand,
  'import-labs': importLabsCommand,
  'import-prices': importPricesCommand,
  'held-payments': heldPaymentsCommand,
  refund: refundCommand,
  applications: applicationsCommand,
  invariants: invariantsCommand,
}

if (import.meta.main) {
  const screen = {
    print: (line: string) => console.log(line),
    complain: (line: string) => console.error(line),
  }
  process.exitCode = await runCommandLine(commands, process.argv.slice(2), process.env, screen)
}
