export { insertOpenings, type Opening } from './access-log-repository.ts'
export { type AnalyteInput, readAnalyteSheet, readSensitiveSheet } from './analytes/analyte-sheet.ts'
export { importAnalytes, importSensitive } from './analytes/analytes.ts'
export { importOwnAnalytes } from './analytes/own-analytes.ts'
export { type AnalyteRow, analytesOf, holdLines } from './analytes/repository.ts'
export { saySensitive, sensitiveAmong } from './analytes/sensitive-repository.ts'
export { type FileInPieces, inPieces } from './attachments/pieces.ts'
export { deleteOldResultDrafts } from './drafts/drafts.ts'
export { firstName } from './pdf/content.ts'
export { type CheckedReport, reportByCode, reportPdfFile } from './pdf/repository.ts'
export { measuredLines } from './reports/measured-lines.ts'
export { isAmong, isOfEarlierSample } from './reports/policy.ts'
export { presentAttachment, presentValue } from './reports/present.ts'
export { finishOrder } from './reports/release.ts'
export {
  type ByMember,
  beginReports,
  forgetEarlierSample,
  isWorkedOn,
  laterThan,
  readValues,
} from './reports/reports.ts'
export {
  insertVersion,
  moveVersion,
  type ReportRow,
  replaceValues,
  reportById,
  reportsOf,
  testsOut,
  type ValueRow,
  type VersionRow,
  valuesOf,
  versionsOf,
} from './reports/repository.ts'
export { codeOf, hashCode } from './reports/verification-code.ts'
export { waitingOf } from './reports/waiting-repository.ts'
export { resultRoutes } from './routes.ts'
