export { type CaseKind, closeCaseAbout, closeCasesOfOrder, type Found, openCase } from './cases.ts'
export {
  addFound,
  type CaseRow,
  caseById,
  casesOf,
  hasCase,
  lockCase,
  openAbout,
  openSubjects,
  setClosed,
  wasDecided,
  wasOpenSince,
} from './repository.ts'
