/** The code systems of HL7 FHIR R4 (4.0.1) that our bundles use. */
export const systems = {
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
  interpretation: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  section: 'http://terminology.hl7.org/CodeSystem/v2-0074',
  task: 'http://hl7.org/fhir/CodeSystem/task-code',
  absent: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
} as const

/** An amount in a unit: always the displayed unit, and its UCUM code if it has one. */
export function quantity(amount: number, unit: string | null, ucum: string | null) {
  return {
    value: amount,
    ...(unit !== null && { unit }),
    ...(ucum !== null && { system: systems.ucum, code: ucum }),
  }
}
