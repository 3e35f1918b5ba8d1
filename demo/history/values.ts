import { createHash } from 'node:crypto'
import type { LabReport } from '@labalaba/contract'

/** A number from 0 to just under 1 that looks random and depends only on this text. */
export function part(words: string): number {
  return createHash('sha256').update(words).digest().readUInt32BE() / 2 ** 32
}

type Line = LabReport['analytes'][number]

/** The values of a report: those given in the story, otherwise a normal value that is always the same. */
export function valuesOf(
  { analytes }: Pick<LabReport, 'analytes'>,
  told: ReadonlyMap<string, string>,
  seed: string,
): { position: number; value: string }[] {
  return analytes.map((line) => ({
    position: line.position,
    value: told.get(line.name) ?? usual(line, part(`${seed} ${line.name}`)),
  }))
}

function usual({ kind, choices, expected, low, high }: Line, place: number): string {
  if (kind === 'choice') return expected[0] ?? choices[0] ?? ''
  if (kind === 'text' || (low === null && high === null)) return ''
  const most = high ?? (low ?? 1) * 1.4
  const least = low ?? most * 0.5
  // Well inside the interval, as for most people.
  return written(least + (most - least) * (0.2 + 0.6 * place), most - least)
}

/** Formats a value with as many decimals as a lab machine shows for such an interval. */
function written(value: number, width: number): string {
  if (width < 0.1) return value.toFixed(3)
  if (width < 2) return value.toFixed(2)
  return width < 20 ? value.toFixed(1) : value.toFixed(0)
}
