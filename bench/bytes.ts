import postgres from 'postgres'

/**
 * Bytes that one order adds to a database, by table: `node bench/bytes.ts postgres://…`. The database holds whole orders,
 * such as the past of a demonstration, or the data of `npm run bench`. Partitions count with their table.
 *
 * A row is measured with its large values and the header of PostgreSQL. The indexes of a table with few rows are mostly
 * empty pages, so they are counted as 40 bytes for each entry.
 */
const [address] = process.argv.slice(2)
if (!address) throw new Error('Say which database: node bench/bytes.ts postgres://…')

/** A row has a header of 24 bytes and a pointer of 4. */
const header = 28
const entry = 40
/** From this many rows on, the size of the indexes themselves is taken. */
const many = 5_000

/** Tables that grow with accounts, labs and the catalogue, and those that a scheduled job empties. */
const others =
  /^(account|session|code|staff|partner|place$|lab$|lab_loc|lab_mem|lab_sys|lab_unit|lab_int|lab_meth|opening|location|favourite|department|test|package|purpose|catalogue|offer|market|price|order_set|rate|slot$|slot_d|slot_c|capacity|phlebo|doctor_lic|analyte|critical_limit|clinical_lim|unit_|reporting|plausib|expected|pregnancy|loaded|job_|invariant|alarm|call_|counted|platform|database_|migration|mailbox|sign_in|wrong|tried|known|second|recovery|passkey|webhook_|reconc|accession_c|receipt_y|booking_draft|entry_draft|proven_phone|phone_code|notice_choice|deletion|audit_pending|audit_chain|audit_anchor|audit_restart|archived|ledger_account)/

type Table = { name: string; rows: number; data: number; indexes: number }

const sql = postgres(address, { max: 1, onnotice() {} })
try {
  const [{ orders = 0 } = {}] = await sql<{ orders: number }[]>`select count(*)::int as orders from lab_order`
  const names = await sql<{ name: string; entries: number }[]>`
    select c.relname as name, (select count(*)::int from pg_index i where i.indrelid = c.oid) as entries from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`
  const tables: Table[] = []
  for (const { name, entries } of names.filter((one) => !others.test(one.name))) {
    const [{ rows = 0, data = 0, indexes = 0 } = {}] = await sql<
      { rows: number; data: number; indexes: number }[]
    >`
      select count(*)::int as rows, coalesce(sum(pg_column_size(t.*) + ${header}), 0)::float8 as data,
        (select coalesce(sum(pg_indexes_size(relid)), 0)::float8 from pg_partition_tree(${name}) where isleaf) as indexes
      from ${sql(name)} t`
    const partitioned = rows >= many ? indexes : rows * entries * entry
    if (rows > 0) tables.push({ name, rows, data, indexes: partitioned })
  }
  const line = (name: string, ...numbers: number[]) =>
    console.log(name.padEnd(28) + numbers.map((one) => one.toFixed(one < 10 ? 1 : 0).padStart(12)).join(''))
  console.log(`${orders} orders${''.padEnd(16)}rows an order  data, bytes  indexes       together`)
  for (const { name, rows, data, indexes } of tables.toSorted(
    (a, b) => b.data + b.indexes - a.data - a.indexes,
  ))
    line(name, rows / orders, data / orders, indexes / orders, (data + indexes) / orders)
  const sum = (of: (table: Table) => number) => tables.reduce((all, table) => all + of(table), 0) / orders
  line(
    'together',
    sum(({ rows }) => rows),
    sum(({ data }) => data),
    sum(({ indexes }) => indexes),
    sum(({ data, indexes }) => data + indexes),
  )
} finally {
  await sql.end()
}
