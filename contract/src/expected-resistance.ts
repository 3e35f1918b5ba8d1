import * as z from 'zod/mini'
import { isolatesOf } from './isolates.ts'
import { isOrganism } from './organism.ts'

/** Agents that each of these organisms is expected to resist by its nature (reference/expected-resistance.csv). */
export const expectedResistance = z.object({ organisms: z.array(z.string()), agents: z.array(z.string()) })
export type ExpectedResistance = z.infer<typeof expectedResistance>

/**
 * Which agents a culture names as other than resistant, although its organism is expected to resist them: the name of the
 * organism or the test may be wrong. "Ampicillin for Klebsiella pneumoniae"; null if there is none.
 */
export function unexpectedIn(culture: string, rows: readonly ExpectedResistance[]): string | null {
  const found = isolatesOf(culture)?.found ?? []
  const unexpected = found.flatMap(({ organism, agents }) => {
    const theirs = rows.filter(({ organisms }) => organisms.some((one) => isOrganism(organism, one)))
    const resisted = theirs.flatMap((row) => row.agents.map(plain))
    return agents
      .filter(({ agent, result }) => result !== 'R' && resisted.includes(plain(agent)))
      .map(({ agent }) => `${agent} for ${organism}`)
  })
  return unexpected.length === 0 ? null : unexpected.join(', ')
}

/** Without upper case, and with one sign between words: a slash and a hyphen are the same. */
function plain(agent: string): string {
  return agent
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}
