import type { WarningLimit } from '@labalaba/contract'
import { ifccLoinc, ngspLoinc } from '../units/hba1c.ts'

/** Lines of haemoglobin genotypes: a LOINC code, or a test's code with the position of the line. */
export const genotypeLines = ['13514-5', 'sickle-dna/1']

/**
 * The genotypes of sickle cell disease. Red cells live shorter in it, so that HbA1c reads too low: only plasma glucose should
 * diagnose diabetes then (American Diabetes Association, Standards of Medical Care 2018, section 2, recommendation on increased
 * red blood cell turnover).
 */
export const sickleCellDisease = ['SS', 'SC', 'SD', 'S beta-thalassaemia']

type Line = { readonly loinc: string | null }

/** Whether a line is HbA1c. */
export function isGlycatedHaemoglobin({ loinc }: Line): boolean {
  return loinc === ngspLoinc || loinc === ifccLoinc
}

/** What makes each value of a line misleading for a patient with this genotype of sickle cell disease; empty if nothing does. */
export function interferenceOf(line: Line, genotype: string | undefined): WarningLimit[] {
  if (genotype === undefined || !isGlycatedHaemoglobin(line)) return []
  const check = `an earlier result of this patient is haemoglobin ${genotype}, so glucose tells more`
  return [{ kind: 'interference', atOrBelow: null, atOrAbove: 0, check, stops: false }]
}
