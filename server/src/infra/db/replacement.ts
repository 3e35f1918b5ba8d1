import { type Expression, sql } from 'kysely'

/** For `on conflict do update`: sets every column of these rows to its new value, except those that are `kept`. */
export function replacementOf<Row extends object, Kept extends keyof Row>(
  rows: readonly Row[],
  ...kept: readonly Kept[]
): Record<Exclude<keyof Row, Kept>, Expression<never>> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !kept.some((one) => one === column))
  const replaced = columns.map((column) => [column, sql.ref(`excluded.${column}`)])
  return Object.fromEntries(replaced) as Record<Exclude<keyof Row, Kept>, Expression<never>>
}
