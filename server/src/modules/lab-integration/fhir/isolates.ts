import {
  type Isolate,
  measureUnits,
  type Susceptibility,
  susceptibilityWords,
  type TestedAgent,
} from '@labalaba/contract'
import { codingOf } from './codes.ts'
import { quantity, systems } from './systems.ts'

/**
 * An organism of a culture and what it responds to, as components: the number in the texts of their codes tells which agents
 * belong to which organism.
 */
export function isolateComponents(
  { organism, quantity: grown, agents }: Isolate,
  index: number,
  breakpoints: string | null,
) {
  const number = index + 1
  return [
    {
      code: { text: `Organism ${number}` },
      valueCodeableConcept: { ...codingOf('organism', organism), text: organism },
    },
    ...(grown === null ? [] : [{ code: { text: `Quantity of organism ${number}` }, valueString: grown }]),
    ...agents.map(({ agent, result, measured }) => ({
      code: { ...codingOf('agent', agent), text: `${agent}, organism ${number}` },
      ...(measured && measuredValue(measured)),
      interpretation: [
        {
          coding: [{ system: systems.interpretation, code: result, display: interpretationOfAgent[result] }],
          // EUCAST's I is susceptible at an increased exposure, which HL7's display does not say.
          text: susceptibilityWords(result, breakpoints),
        },
      ],
    })),
  ]
}

/** The displays of HL7's v3-ObservationInterpretation. */
const interpretationOfAgent: Readonly<Record<Susceptibility, string>> = {
  S: 'Susceptible',
  I: 'Intermediate',
  R: 'Resistant',
}

function measuredValue({ method, value }: NonNullable<TestedAgent['measured']>) {
  const [sign] = /^[<>]=?/.exec(value) ?? []
  const unit = measureUnits[method]
  return {
    valueQuantity: {
      ...(sign && { comparator: sign }),
      ...quantity(Number(value.slice(sign?.length ?? 0)), unit, unit),
    },
  }
}
