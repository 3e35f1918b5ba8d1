import { type Kind, kinds, leastSuccess, type Met } from './honest.ts'

/** The outcome of an attack: the results of honest users, and what the attacker did. */
export type Outcome = {
  readonly name: string
  readonly met: Readonly<Record<Kind, Met>>
  readonly sum: Readonly<Record<string, number>>
  /** The memory of the product at the end of the attack, in megabytes. */
  readonly memory: number
}

const each = Object.keys(kinds) as Kind[]
const columns = ['attack', ...each.flatMap((kind) => [kind, 'p95 ms']), 'MB', 'the attacker']

/** The outcomes as a table in Markdown, for `docs/security.md`. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, met, sum, memory }) => [
    name,
    ...each.flatMap((kind) => [percent(met[kind]), p95Of(met[kind]).toFixed(0)]),
    memory.toFixed(0),
    Object.entries(sum)
      .map(([what, count]) => `${count} × ${what}`)
      .join(', '),
  ])
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Where honest users got too few answers or waited too long; one sentence each. */
export function problemsOf({ name, met }: Outcome): string[] {
  return each.flatMap((kind) => {
    const others = Object.entries(met[kind].others).map(([what, count]) => `${count} × ${what}`)
    return [
      ...(shareOf(met[kind]) >= leastSuccess
        ? []
        : [`${name}: ${percent(met[kind])} of ${kind} were answered well (${others.join(', ')})`]),
      ...(p95Of(met[kind]) <= kinds[kind].p95
        ? []
        : [`${name}: the 95th percentile of ${kind} is ${p95Of(met[kind]).toFixed(0)} ms`]),
    ]
  })
}

const shareOf = ({ well, sent }: Met) => (sent === 0 ? 0 : well / sent)
const percent = (met: Met) => `${(100 * shareOf(met)).toFixed(1)} %`
const p95Of = ({ times }: Met) => times.percentile(95) / 1000
