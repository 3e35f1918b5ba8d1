export { insertOpenings, type Opening } from './access-log-repository.ts'
export { type AnalyteInput, readAnalyteSheet, readSensitiveSheet } from './analytes/analyte-spreadsheet.ts'
export { importAnalytes, importOwnAnalytes, importSensitive } from './analytes/analytes.ts'
export {
  counselledAmong,
  holdLines,
  ownFromAmong,
  type SaidSensitive,
  saySensitive,
  sensitiveAmong,
} from './analytes/repository.ts'
export { asMember, type ByMember } from './by-member.ts'
export { exposeUnsignedLimits } from './clinical/acceptance.ts'
export { readCriticalSheet } from './clinical/critical-spreadsheet.ts'
export { conclusionOf } from './clinical/follow-up-lines.ts'
export { replacePlausibilityLimits } from './clinical/plausibility-repository.ts'
export { readPlausibilitySheet } from './clinical/plausibility-spreadsheet.ts'
export { replacePregnancyLimits } from './clinical/pregnancy-repository.ts'
export { readPregnancySheet } from './clinical/pregnancy-spreadsheet.ts'
export { replaceCriticalLimits } from './clinical/repository.ts'
export { replaceResistances } from './clinical/resistance/repository.ts'
export { readResistanceSheet } from './clinical/resistance/resistance-spreadsheet.ts'
export { escalateCriticalCalls, exposeCriticalCalls } from './critical-calls/escalation.ts'
export { callLimits } from './critical-calls/policy.ts'
export { callById, countOpen as countOpenCalls, unverifiedCriticalOf } from './critical-calls/repository.ts'
export { deleteOldResultDrafts } from './drafts/drafts.ts'
export { firstName } from './pdf/content.ts'
export { type CheckedReport, reportByCode, reportPdfFile } from './pdf/repository.ts'
export { linesOfReports, type Measured, type MeasuredLine } from './reports/measured-lines.ts'
export {
  correctionWords,
  isAmong,
  isOfEarlierSample,
  shownValue,
  stillStands,
  withMethods,
  withSent,
} from './reports/policy.ts'
export { presentAttachment, presentValue } from './reports/present.ts'
export { readValues } from './reports/read-values.ts'
export { finishOrder } from './reports/release.ts'
export { type Replaced, replacedBy } from './reports/replaced-values.ts'
export { beginReports, isWorkedOn, recordEntry, valuesThatStand } from './reports/reports.ts'
export {
  criticalsAreKnown,
  criticalTierOf,
  type DescribedValueRow,
  describedValuesOf,
  type ReportRow,
  replaceValues,
  reportById,
  reportsOf,
  testsOut,
  type ValueRow,
  type VersionRow,
  valuesOf,
  versionsOf,
  waitingOf,
} from './reports/repository.ts'
export { codeOf, hashCode } from './reports/verification-code.ts'
export { resultRoutes } from './routes.ts'
export { type Conversion, inMoles, toMoles } from './units/conversion.ts'
export { readConversionSheet } from './units/conversion-spreadsheet.ts'
export { codesInUnit, fromOtherScale, otherScale } from './units/hba1c.ts'
export { replaceReportingUnits } from './units/lab-unit-repository.ts'
export { amountInLabUnit, inCatalogueUnit, type ReportingUnit } from './units/reporting.ts'
export { readReportingSheet } from './units/reporting-spreadsheet.ts'
export { conversionsTo, replaceConversions } from './units/repository.ts'
export { inUnit, tensBetween, timesTen } from './units/ucum.ts'
