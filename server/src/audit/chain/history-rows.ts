import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import type { Content } from './link.ts'

/** A table of history, and how a row of it becomes what a link covers. */
type History = {
  /** Raised when the columns change; what was chained in an earlier form is read in that form. */
  readonly form: number
  readonly text: readonly string[]
  readonly times: readonly string[]
  readonly bytes?: readonly string[]
  /** Further columns, as SQL. */
  readonly more?: readonly string[]
  /** The row's key as text, and the row of a key `k`; the id of the row unless it says otherwise. */
  readonly key?: string
  readonly match?: string
  /** The rows that a look at what is new reads. */
  readonly recent?: string
}

const event = (about: string, ...more: readonly string[]): History => ({
  form: 1,
  text: ['id', about, 'verb', 'from_state', 'to_state', 'actor', 'reason', ...more],
  times: ['at'],
})

/** The tables whose rows are chained. A column that is added to one needs a new form, which a test asks for. */
export const histories: Readonly<Record<string, History>> = {
  audit_entry: {
    form: 1,
    text: ['order_id', 'number', 'role', 'account_id', 'share_id', 'what', 'report_id', 'report_number'],
    times: ['at'],
    bytes: ['prev_hash', 'hash'],
    key: `e.order_id || '/' || e.number`,
    match: `e.order_id = split_part(k, '/', 1)::bigint and e.number = split_part(k, '/', 2)::integer`,
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
    text: ['id', 'report_id', 'number', 'account_id', 'reader', 'way', 'consent_id'],
    times: ['at'],
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

/** The form in which rows of a table are chained now. */
export function formOf(source: string): number {
  return histories[source]?.form ?? 0
}

/** The rows that these name, by table and key, as links cover them; what has no row is not there. */
export async function readAllContents(
  db: Db,
  wanted: readonly { readonly source: string; readonly row_key: string }[],
): Promise<Map<string, Map<string, Content>>> {
  const contents = new Map<string, Map<string, Content>>()
  for (const [source, ofSource] of Map.groupBy(wanted, ({ source }) => source)) {
    const keys = ofSource.map(({ row_key }) => row_key)
    contents.set(source, await readContents(db, source, keys))
  }
  return contents
}

async function readContents(db: Db, source: string, keys: readonly string[]): Promise<Map<string, Content>> {
  const history = histories[source]
  if (!history || keys.length === 0) return new Map()
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

/** How many of a table's newest rows a look at what is new reads. */
const newest = 2_000

/** Rows that no link covers and that wait for none: of all, or of the newest. At most ten of each table. */
export async function readUncovered(db: Db, extent: 'all' | 'recent'): Promise<string[]> {
  const found: string[] = []
  for (const [source, history] of Object.entries(histories)) {
    const key = sql.raw(history.key ?? 'e.id::text')
    const recent = history.recent ?? `e.id > (select max(id) - ${newest} from ${source})`
    const { rows } = await sql<{ key: string }>`select ${key} as key from ${sql.table(source)} e
      where ${sql.raw(extent === 'all' ? 'true' : recent)}
        and not exists (select from audit_link l where l.source = ${source} and l.row_key = ${key})
        and not exists (select from audit_pending p where p.source = ${source} and p.row_key = ${key})
      limit 10`.execute(db)
    found.push(...rows.map(({ key }) => `${source} ${key} is covered by no link`))
  }
  return found
}
