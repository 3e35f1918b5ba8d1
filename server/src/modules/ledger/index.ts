export { type ClearingLine, clearingOf } from './clearing-repository.ts'
export { recordDisputeLost, recordFeeCorrected } from './corrections.ts'
export { creditBalance, lockCredit, walletOf } from './credit.ts'
export { recordEarningAvailable, recordEarningWithheld } from './earnings.ts'
export {
  type Returning,
  recordRefundDone,
  recordRefundDue,
  recordRefundFailed,
  type TakenFrom,
} from './returns.ts'
export { ledgerRoutes } from './routes.ts'
export type { Statement } from './statements/policy.ts'
export { statementFile } from './statements/present.ts'
export { readStatement } from './statements/statements.ts'
export { accountForms, whoseAccounts } from './statements/whose.ts'
export {
  type Capture,
  recordCreditPayment,
  recordHeldReleased,
  recordTakings,
  recordUnapplied,
  type Shares,
  type Split,
} from './takings.ts'
export { postingWords } from './words.ts'
