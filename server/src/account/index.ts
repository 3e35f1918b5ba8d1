export { type AccountSummary, accountById, createOperator, createVerifiedAccount } from './accounts.ts'
export { type CodeMail, codeMail } from './codes.ts'
export {
  farewellOf,
  forgetFarewell,
  holdActive,
  type LetGo,
  tidyFarewells,
} from './deletion/deletion.ts'
export { type Hasher, openHasher } from './password/passwords.ts'
export { accountRoutes } from './routes.ts'
export { hasDemoAccounts } from './rows.ts'
export { identify, tidySessions } from './sessions.ts'
