import { createHash } from 'node:crypto'
import type { ResultFlag } from '@labalaba/contract'

/** The code systems of HL7 FHIR R4 (4.0.1) that our bundles use. */
const systems = {
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
  interpretation: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  section: 'http://terminology.hl7.org/CodeSystem/v2-0074',
} as const

type Coding = { readonly system: string; readonly code: string; readonly display?: string }
export type Concept = { readonly coding?: readonly Coding[]; readonly text?: string }

/** A name with its LOINC code, if it has one. */
export function named(text: string, loinc: string | undefined): Concept {
  return loinc === undefined ? { text } : { coding: [{ system: systems.loinc, code: loinc }], text }
}

const interpretations: Readonly<Record<ResultFlag, readonly [code: string, display: string]>> = {
  normal: ['N', 'Normal'],
  low: ['L', 'Low'],
  high: ['H', 'High'],
  critical_low: ['LL', 'Critical low'],
  critical_high: ['HH', 'Critical high'],
  abnormal: ['A', 'Abnormal'],
}

export function interpretationOf(flag: ResultFlag): Concept {
  const [code, display] = interpretations[flag]
  return { coding: [{ system: systems.interpretation, code, display }] }
}

export const laboratoryObservation: Concept = {
  coding: [{ system: systems.observationCategory, code: 'laboratory', display: 'Laboratory' }],
}

export const laboratoryReport: Concept = {
  coding: [{ system: systems.section, code: 'LAB', display: 'Laboratory' }],
}

/** An amount in a unit: always the displayed unit, and its UCUM code if it has one. */
export function quantity(amount: number, unit: string | null, ucum: string | null) {
  return {
    value: amount,
    ...(unit !== null && { unit }),
    ...(ucum !== null && { system: systems.ucum, code: ucum }),
  }
}

/** A stable id for a name: a UUID of version 8 (RFC 9562) made from it. */
export function idOf(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex')
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16)
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`]
  return [...parts, `${variant}${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-')
}
