import type { Result, Side } from './turns.ts'

const columns = [
  ...[
    'measure',
    'size',
    'at',
    'a second',
    'bare',
    'ratio',
    'p50',
    'p95',
    'p99',
    'bare p50',
    'p95',
    'p99',
    'p99 ratio',
  ],
  ...['ms cpu', 'bare', 'kB', 'errors'],
]

/** The results in columns; times in milliseconds. */
export function tableOf(results: readonly Result[]): string {
  const rows = [columns, ...results.map(rowOf)]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) => row.map((cell, at) => padded(cell, widths[at] ?? 0, at)).join('  ')).join('\n')
}

function padded(cell: string, width: number, at: number): string {
  return at === 0 ? cell.padEnd(width) : cell.padStart(width)
}

function rowOf({ measure, size, connections, ours, bare }: Result): string[] {
  const many = Object.entries(ours.errors).map(([status, count]) => `${count}×${status}`)
  return [
    ...[
      measure,
      size,
      String(connections),
      whole(ours.perSecond),
      whole(bare?.perSecond),
      ratioOf(ours, bare),
    ],
    ...[ms(ours.p50), ms(ours.p95), ms(ours.p99), ms(bare?.p50), ms(bare?.p95), ms(bare?.p99)],
    ...[bare ? (ours.p99 / bare.p99).toFixed(2) : '', ms(ours.cpuMs), ms(bare?.cpuMs)],
    ...[ours.kilobytes.toFixed(1), many.join(' ')],
  ]
}

function ratioOf(ours: Side, bare: Side | null): string {
  return bare ? (ours.perSecond / bare.perSecond).toFixed(2) : ''
}

function whole(rate: number | undefined): string {
  return rate === undefined ? '' : rate.toFixed(0)
}

function ms(time: number | undefined): string {
  return time === undefined ? '' : time.toFixed(2)
}

export type Growth = { readonly measure: string; readonly connections: number; readonly ratio: number }

/** How much more an answer costs on the last size than on the first, by throughput. */
export function growthOf(results: readonly Result[]): Growth[] {
  const groups = Map.groupBy(results, ({ measure, connections }) => `${measure} ${connections}`)
  return [...groups.values()].flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last || first === last) return []
    const ratio = first.ours.perSecond / last.ours.perSecond
    return [{ measure: first.measure, connections: first.connections, ratio }]
  })
}

/** The growth in columns. */
export function growthTable(growth: readonly Growth[]): string {
  return growth
    .map(
      ({ measure, connections, ratio }) =>
        `${measure.padEnd(20)} at ${String(connections).padStart(2)}  ${ratio.toFixed(2)}`,
    )
    .join('\n')
}
