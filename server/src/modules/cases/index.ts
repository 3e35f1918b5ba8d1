export { type CaseKind, type Found, openCase } from './cases.ts'
export {
  addFound,
  type CaseRow,
  caseById,
  casesOf,
  closeCaseAbout,
  closeCasesOfOrder,
  hasCase,
  lockCase,
  openAbout,
  openSubjects,
  setClosed,
  wasDecided,
  wasOpenOrDecidedSince,
  wasOpenSince,
} from './repository.ts'
