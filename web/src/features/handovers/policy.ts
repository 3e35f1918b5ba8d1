import type { Handover, HandoverState } from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import * as copy from '../../copy/handovers.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, shortDay } from '../../lib/format.ts'

/** The label of each state. */
export const stateWords: Readonly<Record<HandoverState, { words: string; tone: Tone }>> = {
  on_its_way: { words: copy.stateOnItsWay, tone: 'info' },
  handed_over: { words: copy.stateHandedOver, tone: 'warn' },
  confirmed: { words: copy.stateCounted, tone: 'ok' },
  missing: { words: copy.stateMissing, tone: 'error' },
}

const at = (moment: string) => `${shortDay(moment)}, ${clockTime(moment)}`

/** Who carries the specimens, since when, and what they reported. */
export function carriedWords({ phlebotomist, collectedAt, deliveredAt, given, samples }: Handover): string[] {
  const who = phlebotomist ?? copy.thePhlebotomist
  return [
    plural(copy.carried, samples.length, { who, when: at(collectedAt) }),
    deliveredAt && given !== null
      ? fill(copy.handedOver, { given, all: samples.length, when: at(deliveredAt) })
      : copy.handedOverUnsaid,
  ]
}

/** What the lab staff counted; null before the count. */
export function countWords({ confirmed, samples }: Handover): string | null {
  if (!confirmed) return null
  const { by, at: when, found } = confirmed
  return fill(copy.counted, { who: by ?? copy.someoneAtLab, found, all: samples.length, when: at(when) })
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
