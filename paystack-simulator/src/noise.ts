import { createHash } from 'node:crypto'

/** At least one thing to choose from. */
type Choices = readonly [unknown, ...unknown[]]

/** Seeded variation: the same seed gives the same oddities for the same record in every run. */
export type Noise = {
  readonly seed: string
  /** One of the choices, always the same one for this subject and aspect (S-06). */
  pick<const T extends Choices>(subject: string, aspect: string, choices: T): T[number]
  /** Whether this subject is in the given share (0 to 1); always the same result for this aspect. */
  befalls(subject: string, aspect: string, share: number): boolean
  /** The same entries in an order that depends on the subject (S-06: key order shuffled). */
  shuffle(subject: string, entries: Record<string, unknown>): Record<string, unknown>
  /** The next number of one seeded stream, from 0 to just under 1; used to decide faults. */
  roll(): number
}

/** Creates noise from a seed. */
export function noiseFrom(seed: string): Noise {
  let rolls = 0

  function fraction(subject: string, aspect: string): number {
    const hash = createHash('sha256').update(`${seed}\n${subject}\n${aspect}`).digest()
    return hash.readUInt32BE(0) / 2 ** 32
  }

  function pick<const T extends Choices>(subject: string, aspect: string, choices: T): T[number] {
    return choices[Math.floor(fraction(subject, aspect) * choices.length)]
  }

  function befalls(subject: string, aspect: string, share: number): boolean {
    return fraction(subject, aspect) < share
  }

  function shuffle(subject: string, entries: Record<string, unknown>): Record<string, unknown> {
    const ranked = Object.entries(entries).map((entry) => ({
      entry,
      rank: fraction(subject, `key ${entry[0]}`),
    }))
    ranked.sort((a, b) => a.rank - b.rank)
    return Object.fromEntries(ranked.map(({ entry }) => entry))
  }

  function roll(): number {
    rolls += 1
    return fraction('roll', String(rolls))
  }

  return { seed, pick, befalls, shuffle, roll }
}
