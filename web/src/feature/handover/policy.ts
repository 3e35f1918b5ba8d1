import type { Handover, HandoverState } from '@labalaba/contract'
import { clockTime, counted, shortDay } from '../../lib/format.ts'
import type { Tone } from '../../ui/card.tsx'

/** The label of each state. */
export const stateWords: Readonly<Record<HandoverState, { words: string; tone: Tone }>> = {
  on_its_way: { words: 'On its way', tone: 'info' },
  handed_over: { words: 'Handed over', tone: 'warn' },
  confirmed: { words: 'Counted', tone: 'ok' },
  missing: { words: 'Missing', tone: 'error' },
}

const at = (moment: string) => `${shortDay(moment)}, ${clockTime(moment)}`

/** Who carries the specimens, since when, and what they reported. */
export function carriedWords({ phlebotomist, collectedAt, deliveredAt, given, samples }: Handover): string[] {
  const who = phlebotomist ?? 'The phlebotomist'
  return [
    `${who} took ${counted(samples.length, 'sample')}, ${at(collectedAt)}`,
    deliveredAt && given !== null
      ? `Says that ${given} of ${samples.length} were handed over, ${at(deliveredAt)}`
      : 'Not said to be handed over yet. A phone without a network says so later.',
  ]
}

/** What the lab staff counted; null before the count. */
export function countWords({ confirmed, samples }: Handover): string | null {
  if (!confirmed) return null
  const { by, at: when, found } = confirmed
  return `${by ?? 'Somebody of the lab'} found ${found} of ${samples.length}, ${at(when)}`
}

/** The labels that can still be counted as found or missing. Received specimens are not among them. */
export function waiting({ samples }: Handover): Handover['samples'] {
  return samples.filter(({ state }) => state === 'collected')
}

/** The labels found: those ticked, and those that the lab has already received. */
export function foundOf({ samples }: Handover, ticked: ReadonlySet<string>): string[] {
  return samples
    .filter(({ accession, state }) => state !== 'collected' || ticked.has(accession))
    .map(({ accession }) => accession)
}
