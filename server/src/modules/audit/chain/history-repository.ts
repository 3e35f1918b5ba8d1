import { sql } from 'kysely'
import type { Db } from '../../../db.ts'
import type { Content } from './link.ts'

/** A table of history, and how its rows become the content that a link covers. */
type History = {
  /** Increases when the columns change. */
  readonly form: number
  /** The previous form, in which older links are read. */
  readonly before?: History
  readonly text: readonly string[]
  readonly times: readonly string[]
  readonly bytes?: readonly string[]
  /** More columns, as SQL. */
  readonly more?: readonly string[]
  /** SQL of the row's key as text, and the condition that finds the row of a key `k`. Default: the id of the row. */
  readonly key?: string
  readonly match?: string
  /** The whole-number column by which the table is read in pieces. Default: `id`. */
  readonly by?: string
  /** SQL condition for the rows that the check of recent rows reads. Default: the newest rows by id. */
  readonly recent?: string
}

const event = (about: string, ...more: readonly string[]): History => ({
  form: 1,
  text: ['id', about, 'verb', 'from_state', 'to_state', 'actor', 'reason', ...more],
  times: ['at'],
})

/** The tables whose rows are chained. A new column needs a new form; a test checks this. */
export const histories: Readonly<Record<string, History>> = {
  audit_entry: {
    form: 1,
    text: ['order_id', 'number', 'role', 'account_id', 'share_id', 'what', 'report_id', 'report_number'],
    times: ['at'],
    bytes: ['prev_hash', 'hash'],
    key: `e.order_id || '/' || e.number`,
    match: `e.order_id = split_part(k, '/', 1)::bigint and e.number = split_part(k, '/', 2)::integer`,
    by: 'order_id',
    recent: `e.order_id in (select order_id from audit_head where at > now() - interval '1 day')`,
  },
  list_seen: {
    form: 1,
    text: ['id', 'account_id', 'lab_id', 'what', 'shown'],
    times: ['at', 'quarter'],
    bytes: ['asked'],
  },
  result_opened: {
    form: 1,
    text: ['id', 'report_id', 'number', 'account_id', 'reader', 'way', 'consent_id', 'break_glass_id'],
    times: ['at'],
  },
  break_glass: {
    form: 1,
    text: ['id', 'order_id', 'account_id', 'because', 'reason'],
    times: ['at', 'expires_at'],
    more: [
      `(select string_agg(concat_ws(':', report_id, number), ' ' order by report_id)
        from break_glass_report where break_glass_id = e.id)`,
    ],
  },
  result_share_opened: { form: 1, text: ['id', 'share_id', 'way', 'device'], times: ['at'] },
  report_event: event('report_id', 'number', 'account_id', 'system_id'),
  lab_order_event: event('order_id', 'account_id'),
  payment_event: event('payment_id'),
  specimen_event: event('specimen_id', 'account_id'),
  staff_member_event: event('staff_id'),
  ledger_posting: {
    form: 1,
    text: ['id', 'business_key', 'kind', 'order_reference'],
    times: ['at'],
    more: [
      `(select string_agg(concat_ws(':', position, account_id, amount_kobo, (extract(epoch from at) * 1000000)::bigint), ' '
        order by position) from ledger_line where posting_id = e.id)`,
    ],
  },
  audit_anchor: {
    form: 1,
    text: ['id', 'day', 'position', 'findings', 'key_id'],
    times: ['at'],
    bytes: ['mac', 'signature'],
  },
  audit_restart: { form: 1, text: ['id', 'reason'], times: ['at'] },
}

/** The form in which new rows of a table are chained. */
export function formOf(source: string): number {
  return histories[source]?.form ?? 0
}

/** A row to read. A row that is already chained is read in the form of its link. */
type Wanted = { readonly source: string; readonly row_key: string; readonly form?: number }

/** Reads rows, given by table and key, as links cover them. Missing rows are absent from the map. */
export async function readAllContents(
  db: Db,
  wanted: readonly Wanted[],
): Promise<Map<string, Map<string, Content>>> {
  const contents = new Map<string, Map<string, Content>>()
  const alike = Map.groupBy(wanted, ({ source, form }) => `${source} ${form ?? formOf(source)}`)
  for (const group of alike.values()) {
    const [{ source, form } = { source: '' }] = group
    const keys = group.map(({ row_key }) => row_key)
    const found = await readContents(db, source, form ?? formOf(source), keys)
    contents.set(source, new Map([...(contents.get(source) ?? []), ...found]))
  }
  return contents
}

function historyOf(source: string, form: number): History | undefined {
  let history = histories[source]
  while (history && history.form !== form) history = history.before
  return history
}

async function readContents(
  db: Db,
  source: string,
  form: number,
  keys: readonly string[],
): Promise<Map<string, Content>> {
  const history = historyOf(source, form)
  if (!history) return new Map()
  const { rows } = await sql<{ key: string; content: string[] }>`select k as key, array[${sql.raw(
    columnsOf(history).join(', '),
  )}]::text[] as content from unnest(${[...keys]}::text[]) k join ${sql.table(source)} e on ${sql.raw(
    history.match ?? 'e.id = k::bigint',
  )}`.execute(db)
  return new Map(rows.map(({ key, content }) => [key, content]))
}

function columnsOf({ text, times, bytes = [], more = [] }: History): string[] {
  return [
    ...text.map((column) => `e.${column}::text`),
    ...times.map((column) => `((extract(epoch from e.${column}) * 1000000)::bigint)::text`),
    ...bytes.map((column) => `encode(e.${column}, 'hex')`),
    ...more,
  ]
}

/** How many of a table's newest rows the check of recent rows reads. */
const newest = 2_000
/** How many ids one statement covers, so that no statement takes long. */
const piece = 20_000

/** Describes rows (all, or the newest) without a link that do not wait for one: at most ten of each piece of a table. */
export async function readUncovered(db: Db, extent: 'all' | 'recent'): Promise<string[]> {
  const found: string[] = []
  for (const [source, history] of Object.entries(histories))
    if (extent === 'recent') {
      const recent = history.recent ?? `e.id > (select max(id) - ${newest} from ${source})`
      found.push(...(await uncoveredOf(db, source, recent)))
    } else found.push(...(await uncoveredOfAll(db, source, history.by ?? 'id')))
  return found
}

async function uncoveredOfAll(db: Db, source: string, by: string): Promise<string[]> {
  const { rows } = await sql<{ last: number | null }>`select max(${sql.ref(by)}) as last
    from ${sql.table(source)}`.execute(db)
  const found: string[] = []
  for (let from = 0; from <= (rows[0]?.last ?? -1); from += piece)
    found.push(...(await uncoveredOf(db, source, `e.${by} >= ${from} and e.${by} < ${from + piece}`)))
  return found
}

async function uncoveredOf(db: Db, source: string, which: string): Promise<string[]> {
  const key = sql.raw(histories[source]?.key ?? 'e.id::text')
  const { rows } = await sql<{ key: string }>`select ${key} as key from ${sql.table(source)} e
    where ${sql.raw(which)}
      and not exists (select from audit_link l where l.source = ${source} and l.row_key = ${key})
      and not exists (select from audit_pending p where p.source = ${source} and p.row_key = ${key})
    limit 10`.execute(db)
  return rows.map(({ key }) => `${source} ${key} is covered by no link`)
}
