import { afterRestoreCommand } from './commands/after-restore.ts'
import { answerDisputeCommand } from './commands/answer-dispute.ts'
import { applicationsCommand } from './commands/applications.ts'
import { archiveCommand, checkArchiveCommand } from './commands/archive.ts'
import { cancelCommand, returnFeeCommand } from './commands/cancel.ts'
import { checkAuditCommand } from './commands/check-audit.ts'
import { checkFilesCommand } from './commands/check-files.ts'
import { closeCaseCommand } from './commands/close-case.ts'
import type { Commands } from './commands/command-line.ts'
import { copyDatabaseCommand } from './commands/copy-database.ts'
import { createOperatorCommand } from './commands/create-operator.ts'
import { databaseRolesCommand } from './commands/database-roles.ts'
import { heldPaymentsCommand } from './commands/held-payments.ts'
import { importAnalytesCommand } from './commands/import-analytes.ts'
import { importCatalogueCommand } from './commands/import-catalogue.ts'
import { importLabsCommand } from './commands/import-labs.ts'
import { importPasswordsCommand } from './commands/import-passwords.ts'
import { importPricesCommand } from './commands/import-prices.ts'
import { invariantsCommand } from './commands/invariants.ts'
import { migrateCommand } from './commands/migrate.ts'
import { moveFilesCommand } from './commands/move-files.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { refundCommand } from './commands/refund.ts'
import {
  bankDetailsCommand,
  creditRefundCommand,
  retryRefundCommand,
} from './commands/refunds-that-failed.ts'
import { releaseHeldCommand } from './commands/release-held.ts'
import { resetSecondFactorCommand } from './commands/reset-second-factor.ts'
import { restartAuditCommand } from './commands/restart-audit.ts'
import { restoreCopyCommand } from './commands/restore-copy.ts'
import { returnedOutsideCommand } from './commands/returned-outside.ts'
import { runCommandLine } from './commands/run.ts'
import { setRateCommand } from './commands/set-rate.ts'
import { setSensitiveCommand } from './commands/set-sensitive.ts'
import { setVisitsCommand } from './commands/set-visits.ts'
import { statementCommand } from './commands/statement.ts'

/** Every command of `npm run labalaba --`. */
export const commands: Commands = {
  'create-operator': createOperatorCommand,
  'reset-second-factor': resetSecondFactorCommand,
  'import-catalogue': importCatalogueCommand,
  'import-analytes': importAnalytesCommand,
  'set-sensitive': setSensitiveCommand,
  'import-labs': importLabsCommand,
  'import-prices': importPricesCommand,
  'import-passwords': importPasswordsCommand,
  'held-payments': heldPaymentsCommand,
  refund: refundCommand,
  'release-held': releaseHeldCommand,
  'retry-refund': retryRefundCommand,
  'bank-details': bankDetailsCommand,
  'refund-as-credit': creditRefundCommand,
  'returned-outside': returnedOutsideCommand,
  cancel: cancelCommand,
  'return-fee': returnFeeCommand,
  'answer-dispute': answerDisputeCommand,
  'close-case': closeCaseCommand,
  reconcile: reconcileCommand,
  applications: applicationsCommand,
  invariants: invariantsCommand,
  'check-audit': checkAuditCommand,
  'restart-audit': restartAuditCommand,
  archive: archiveCommand,
  'check-archive': checkArchiveCommand,
  'move-files': moveFilesCommand,
  'check-files': checkFilesCommand,
  migrate: migrateCommand,
  'copy-database': copyDatabaseCommand,
  'restore-copy': restoreCopyCommand,
  'after-restore': afterRestoreCommand,
  'database-roles': databaseRolesCommand,
  'set-rate': setRateCommand,
  'set-visits': setVisitsCommand,
  statement: statementCommand,
}

if (import.meta.main) {
  const screen = {
    print: (line: string) => console.log(line),
    complain: (line: string) => console.error(line),
  }
  process.exitCode = await runCommandLine(commands, process.argv.slice(2), process.env, screen)
}
