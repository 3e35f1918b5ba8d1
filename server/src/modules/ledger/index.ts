export {
  type Capture,
  type Returning,
  recordCreditPayment,
  recordDisputeLost,
  recordEarningAvailable,
  recordEarningWithheld,
  recordFeeCorrected,
  recordHeldReleased,
  recordRefundDone,
  recordRefundDue,
  recordRefundFailed,
  recordTakings,
  recordUnapplied,
  type Shares,
  type Split,
  type TakenFrom,
  totalOf,
} from './postings.ts'
export { type ClearingLine, clearingOf } from './repository.ts'
export { ledgerRoutes } from './routes.ts'
export type { Statement } from './statements/policy.ts'
export { statementFile } from './statements/present.ts'
export { accountForms, readStatement, whoseAccounts } from './statements/statements.ts'
export { creditBalance, lockCredit, walletOf } from './wallet.ts'
export { postingWords } from './words.ts'
