import type { ByWhom, NextStep, OrderItem, SampleProgress, SampleStep } from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import * as copy from '../../copy/order-progress.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'

/** `may` is known only for the account's own orders. */
type Place = Pick<OrderItem, 'state' | 'mode'> & { readonly may?: { readonly readResults: boolean } }

/** "Femi, phlebotomist", "Sola at the lab": who did something, as far as it is disclosed. */
function handWords({ role, name }: ByWhom): string {
  switch (role) {
    case 'lab':
      return name ? fill(copy.byLabNamed, { name }) : copy.byLab
    case 'phlebotomist':
      return name ? fill(copy.byPhlebotomistNamed, { name }) : copy.byPhlebotomist
    case 'patient':
    case 'doctor':
      return copy.byBooker
  }
}

/** "Femi, our phlebotomist, took the sample on Monday 23 November at 8:08 am.": as far as it is disclosed. */
export function takenWords(at: string, by: ByWhom | null | undefined): string {
  const moment = dayAndTime(at)
  if (by?.role === 'lab') {
    return by.name ? fill(copy.takenByLabNamed, { name: by.name, moment }) : fill(copy.takenByLab, { moment })
  }
  if (by?.role === 'phlebotomist') {
    return by.name
      ? fill(copy.takenByPhlebotomistNamed, { name: by.name, moment })
      : fill(copy.takenByPhlebotomist, { moment })
  }
  return fill(copy.takenOn, { moment })
}

export const sampleStates: Readonly<Record<SampleProgress['state'], { words: string; tone: Tone }>> = {
  expected: { words: copy.sampleExpected, tone: 'plain' },
  again: { words: copy.sampleNeededAgain, tone: 'warn' },
  collected: { words: copy.sampleTaken, tone: 'info' },
  received: { words: copy.sampleReceived, tone: 'ok' },
  given_up: { words: copy.sampleGivenUp, tone: 'plain' },
}

const whats: Readonly<Record<SampleStep['what'], string>> = {
  collected: copy.stepTaken,
  received: copy.stepReceived,
  not_taken: copy.stepNotTaken,
  rejected: copy.stepRejected,
  given_up: copy.stepGivenUp,
}

/** "Taken by Femi, phlebotomist": a step of a specimen, and who did it. */
export function stepWords({ what, by }: Pick<SampleStep, 'what' | 'by'>): string {
  return by ? fill(copy.stepBy, { step: whats[what], who: handWords(by) }) : whats[what]
}

/** The names of specimens: by kind if disclosed, and numbered if there are several of a kind. */
export function sampleTitles(samples: readonly Pick<SampleProgress, 'kind'>[]): string[] {
  return samples.map(({ kind }, place) => {
    const alike = samples.filter((other) => other.kind === kind).length
    if (alike === 1) return kind ?? copy.sampleName
    const before = samples.slice(0, place).filter((other) => other.kind === kind).length
    const numbered = { place: before + 1, all: alike }
    return kind ? fill(copy.sampleKindNumbered, { kind, ...numbered }) : fill(copy.sampleNumbered, numbered)
  })
}

/** What happens next with one specimen. */
export function sampleNext({ state }: Pick<SampleProgress, 'state'>, order: Place, next?: NextStep): string {
  const home = order.mode === 'sampleCollection'
  switch (state) {
    case 'expected':
      return home && next !== 'nobody_goes' ? copy.sampleNextVisit : copy.sampleNextLab
    case 'again':
      return copy.sampleNextAgain
    case 'collected':
      return home ? copy.sampleNextToLab : copy.sampleNextToScientists
    case 'received':
      if (order.state === 'results_ready') return copy.sampleNextReady
      return order.may?.readResults ? copy.sampleNextPart : copy.sampleNextWorks
    case 'given_up':
      return copy.sampleNextGivenUp
  }
}
