import type pg from 'pg'

/** A statement as the product sent it. */
export type Sent = { readonly sql: string; readonly parameters: readonly unknown[] }

/** How a plan reads one table. */
export type Read = {
  readonly table: string
  readonly how: string
  /** Rows that were read, in all loops; null if the statement was not run. */
  readonly rows: number | null
}

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

/**
 * The plans of a statement with sequential scans as a last resort: one with its values, and the generic one that a
 * connection caches. A statement that only reads is run, and rolled back.
 */
export async function plansOf(client: pg.PoolClient, { sql, parameters }: Sent): Promise<Read[]> {
  const writes = /\b(insert into|update|delete from|add_jobs?)\b/i.test(
    sql.replace(/for (no key )?update/gi, ''),
  )
  await client.query('begin')
  try {
    await client.query('set local enable_seqscan = off')
    const known = await client.query(`explain (${writes ? '' : 'analyze, timing off, '}format json) ${sql}`, [
      ...parameters,
    ])
    const blind = await client.query(`explain (generic_plan, format json) ${sql}`)
    return [...readsOf(known.rows), ...readsOf(blind.rows)]
  } finally {
    await client.query('rollback')
  }
}

function readsOf(rows: readonly { 'QUERY PLAN': readonly { readonly Plan: Node }[] }[]): Read[] {
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => walk(Plan)))
}

function walk(node: Node): Read[] {
  const below = (node.Plans ?? []).flatMap(walk)
  const table = node['Relation Name']
  if (!table || !/Scan/.test(node['Node Type'])) return below
  const seen = node['Actual Rows']
  const missed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const rows = seen === undefined ? null : Math.round((seen + missed) * (node['Actual Loops'] ?? 1))
  return [{ table, how: node['Node Type'], rows }, ...below]
}
