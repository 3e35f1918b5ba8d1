import { join } from 'node:path'
import type { Db } from '../server/src/db.ts'
import { refuseProblems } from '../server/src/infra/files/spreadsheet.ts'
import { loadOnce, readFileSet } from '../server/src/infra/loaded-set.ts'
import {
  importPackages,
  importPurposes,
  importTests,
  readPackageSheet,
  readPurposeSheet,
  readTestSheet,
} from '../server/src/modules/catalogue/index.ts'
import { importPlaces, readPlaceSheet } from '../server/src/modules/labs/index.ts'
import {
  importAnalytes,
  importSensitive,
  readAnalyteSheet,
  readConversionSheet,
  readCriticalSheet,
  readPlausibilitySheet,
  readPregnancySheet,
  readReportingSheet,
  readResistanceSheet,
  readSensitiveSheet,
  replaceConversions,
  replaceCriticalLimits,
  replacePlausibilityLimits,
  replacePregnancyLimits,
  replaceReportingUnits,
  replaceResistances,
} from '../server/src/modules/results/index.ts'

/** The catalogue of tests of every install. */
export const testsFile = join(import.meta.dirname, 'tests.csv')
/** The packages of those tests. */
export const packagesFile = join(import.meta.dirname, 'packages.csv')
const purposesFile = join(import.meta.dirname, 'purposes.csv')
const analytesFile = join(import.meta.dirname, 'analytes.csv')
const criticalFile = join(import.meta.dirname, 'critical-limits.csv')
const conversionsFile = join(import.meta.dirname, 'unit-conversions.csv')
const plausibilityFile = join(import.meta.dirname, 'plausibility.csv')
const resistanceFile = join(import.meta.dirname, 'expected-resistance.csv')
const pregnancyFile = join(import.meta.dirname, 'pregnancy-limits.csv')
const reportingFile = join(import.meta.dirname, 'reporting-units.csv')
const sensitiveFile = join(import.meta.dirname, 'sensitive.csv')
const placesFile = join(import.meta.dirname, 'places.csv')

/** Increase it when this loader produces something else from the same files. */
const loaderVersion = 6

/**
 * Inserts or updates the departments, tests with their analytes, packages, purposes and areas of Nigeria, in one
 * transaction. Does nothing if exactly these files are loaded already. Returns whether it changed anything.
 */
export async function loadReference(db: Db): Promise<boolean> {
  const files = {
    tests: testsFile,
    packages: packagesFile,
    purposes: purposesFile,
    places: placesFile,
    analytes: analytesFile,
    critical: criticalFile,
    conversions: conversionsFile,
    plausibility: plausibilityFile,
    pregnancy: pregnancyFile,
    resistance: resistanceFile,
    reporting: reportingFile,
    sensitive: sensitiveFile,
  }
  const { texts, hash } = readFileSet(files, loaderVersion)
  return await loadOnce(db, { name: 'reference', hash }, async (tx) => {
    const problems: string[] = []
    const tests = readTestSheet({ text: texts.tests, name: 'tests.csv' }, problems)
    const packagesSheet = { text: texts.packages, name: 'packages.csv' }
    const packages = readPackageSheet(packagesSheet, tests, problems)
    const purposesSheet = { text: texts.purposes, name: 'purposes.csv' }
    const purposes = readPurposeSheet(purposesSheet, [...tests, ...packages], problems)
    const places = readPlaceSheet({ text: texts.places, name: 'places.csv' }, problems)
    const analytes = readAnalyteSheet({ text: texts.analytes, name: 'analytes.csv' }, tests, problems)
    const criticalSheet = { text: texts.critical, name: 'critical-limits.csv' }
    const critical = readCriticalSheet(criticalSheet, analytes, problems)
    const conversionSheet = { text: texts.conversions, name: 'unit-conversions.csv' }
    const conversions = readConversionSheet(conversionSheet, analytes, problems)
    const plausibilitySheet = { text: texts.plausibility, name: 'plausibility.csv' }
    const plausibility = readPlausibilitySheet(plausibilitySheet, analytes, problems)
    const pregnancySheet = { text: texts.pregnancy, name: 'pregnancy-limits.csv' }
    const pregnancy = readPregnancySheet(pregnancySheet, analytes, problems)
    const resistanceSheet = { text: texts.resistance, name: 'expected-resistance.csv' }
    const resistances = readResistanceSheet(resistanceSheet, problems)
    const reportingSheet = { text: texts.reporting, name: 'reporting-units.csv' }
    const tables = { lines: analytes, conversions, critical }
    const reporting = readReportingSheet(reportingSheet, tables, problems)
    const sensitive = readSensitiveSheet({ text: texts.sensitive, name: 'sensitive.csv' }, tests, problems)
    refuseProblems(problems)
    await importTests(tx, tests)
    await importAnalytes(tx, analytes)
    await replaceCriticalLimits(tx, critical)
    await replaceConversions(tx, conversions)
    await replacePlausibilityLimits(tx, plausibility)
    await replacePregnancyLimits(tx, pregnancy)
    await replaceResistances(tx, resistances)
    await replaceReportingUnits(tx, reporting)
    await importSensitive(tx, sensitive)
    await importPackages(tx, packages)
    await importPurposes(tx, purposes)
    await importPlaces(tx, places)
  })
}
