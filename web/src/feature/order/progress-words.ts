import type { ByWhom, NextStep, OrderItem, SampleProgress, SampleStep } from '@labalaba/contract'
import type { Tone } from '../../ui/card.tsx'

/** `may` is known only for the account's own orders. */
type Place = Pick<OrderItem, 'state' | 'mode'> & { readonly may?: { readonly readResults: boolean } }

/** "Femi, phlebotomist", "Sola at the lab": who did something, as far as it is disclosed. */
function handWords({ role, name }: ByWhom): string {
  switch (role) {
    case 'lab':
      return name ? `${name} at the lab` : 'the lab'
    case 'phlebotomist':
      return name ? `${name}, phlebotomist` : 'a phlebotomist'
    case 'patient':
    case 'doctor':
      return 'whoever booked'
  }
}

/** " by Femi, our phlebotomist", " at the lab, by Sola": follows what was done; empty if unknown. */
export function byWords(by: ByWhom | null | undefined): string {
  if (by?.role === 'lab') return by.name ? ` at the lab, by ${by.name}` : ' at the lab'
  if (by?.role === 'phlebotomist')
    return by.name ? ` by ${by.name}, our phlebotomist` : ' by our phlebotomist'
  return ''
}

export const sampleStates: Readonly<Record<SampleProgress['state'], { words: string; tone: Tone }>> = {
  expected: { words: 'To be taken', tone: 'plain' },
  again: { words: 'Needed again', tone: 'warn' },
  collected: { words: 'Taken', tone: 'info' },
  received: { words: 'In the lab', tone: 'ok' },
  given_up: { words: 'Given up', tone: 'plain' },
}

const whats: Readonly<Record<SampleStep['what'], string>> = {
  collected: 'Taken',
  received: 'Received',
  not_taken: 'Could not be taken',
  rejected: 'Found unusable',
  given_up: 'Given up',
}

/** "Taken by Femi, phlebotomist": a step of a specimen, and who did it. */
export function stepWords({ what, by }: Pick<SampleStep, 'what' | 'by'>): string {
  return by ? `${whats[what]} by ${handWords(by)}` : whats[what]
}

/** The names of specimens: by kind if disclosed, and numbered if there are several of a kind. */
export function sampleTitles(samples: readonly Pick<SampleProgress, 'kind'>[]): string[] {
  return samples.map(({ kind }, place) => {
    const alike = samples.filter((other) => other.kind === kind).length
    if (alike === 1) return kind ?? 'Sample'
    const before = samples.slice(0, place).filter((other) => other.kind === kind).length
    return kind ? `${kind}, ${before + 1} of ${alike}` : `Sample ${before + 1} of ${alike}`
  })
}

/** What happens next with one specimen. */
export function sampleNext({ state }: Pick<SampleProgress, 'state'>, order: Place, next?: NextStep): string {
  const home = order.mode === 'sampleCollection'
  switch (state) {
    case 'expected':
      return home && next !== 'nobody_goes' ? 'It is taken at the home visit.' : 'It is taken at the lab.'
    case 'again':
      return 'It is taken once more, free of charge.'
    case 'collected':
      return home ? 'It goes to the lab.' : 'It goes to the lab’s bench.'
    case 'received':
      if (order.state === 'results_ready') return 'Its results are ready.'
      return order.may?.readResults
        ? 'Some results are out; the lab works on the rest.'
        : 'The lab works on it.'
    case 'given_up':
      return 'Nothing more is done with it. An operator gives what it cost back to whoever paid.'
  }
}
