import type { DeliveredValue, OpenedReport, Placing, WaitingReport } from '@labalaba/contract'
import type { Fit } from './placing.ts'
import type { Value } from './reading.ts'
import type { WaitingRow } from './repository.ts'

export function presentWaiting({ id, at, system, problem, content }: WaitingRow): WaitingReport {
  return {
    ...{ id, at: at.toISOString(), system, problem },
    accession: content.accessions.join(', ') || null,
    test: content.test.name,
    valueCount: content.values.length,
  }
}

export function presentOpened(waiting: WaitingRow): OpenedReport {
  const { patient, values } = waiting.content
  return {
    ...presentWaiting(waiting),
    patient,
    values: values.map((value) => ({ ...said(value), problem: null })),
  }
}

/** A value as its system sent it. */
function said({ name, found }: Value): Omit<DeliveredValue, 'problem'> {
  if (found === null) return { name, value: null, unit: null }
  if ('words' in found) return { name, value: found.words[0] ?? null, unit: null }
  return { name, value: found.number, unit: found.unit ?? found.ucum }
}

/** Which line of a sample's reports each value fits, and whose sample it is. */
export function presentFit({ content }: WaitingRow, fitted: Fit): Placing {
  const { order, specimen } = fitted.found
  return {
    ...{ accession: specimen.accession, reference: order.reference },
    patient: { name: order.patient_name, gender: order.patient_gender, dob: order.patient_born_on },
    tests: fitted.reports.map(({ test_name }) => test_name),
    patientDiffers: fitted.patientDiffers,
    lines: content.values.map((value, index) => {
      const match = fitted.matches[index]
      return {
        ...said(value),
        goesTo: match?.line
          ? { test: match.line.test, name: match.line.name, value: match.typed, unit: match.line.unit }
          : null,
        problem: match?.problem ?? null,
      }
    }),
    problem: fitted.problem,
  }
}
