import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConnections } from '../server/src/infra/db/connections.ts'

/** The file with the generated types. */
export const tablesFile = join(import.meta.dirname, '../server/src/tables.ts')

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  writing: 'needed' | 'defaulted' | 'never'
  check: string | null
}

const scalars: Record<string, string> = {
  int2: 'number',
  _int2: 'number[]',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  citext: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'unknown',
  _text: 'string[]',
}

const columnsQuery = `
  select c.relname as "table", a.attname as "column", t.typname as "type", not a.attnotnull as "nullable",
    case when a.attgenerated <> '' or a.attidentity = 'a' then 'never'
      when a.atthasdef then 'defaulted' else 'needed' end as "writing",
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and (pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'
          or pg_get_constraintdef(k.oid) ~ '^CHECK [(]{2}[a-z_]+ = ''[^'']+''::text[)]{2}$') limit 1) as "check"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
  where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
  order by c.relname, a.attnum`

/** The TypeScript types of every table of a database: kobo columns as Kobo, CHECK lists as unions. */
export async function tableTypes(databaseUrl: string): Promise<string> {
  const connections = openConnections(databaseUrl, { connections: 1, patience: 'migration' })
  try {
    return render((await connections.query<Column>(columnsQuery)).rows)
  } finally {
    await connections.end()
  }
}

function render(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table)
  const types = [...tables].map(
    ([table, members]) => `export type ${pascal(table)} = {\n${members.map(field).join('\n')}\n}`,
  )
  const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}`)
  return `// Generated from the database by \`npm run db-types\`. Do not edit.
import type { Kobo } from '@labalaba/contract'
import type { Generated, GeneratedAlways } from 'kysely'

${types.join('\n\n')}

export type Tables = {
${index.join('\n')}
}
`
}

function field(column: Column): string {
  const read = `${base(column)}${column.nullable ? ' | null' : ''}`
  if (column.writing === 'never') return `  ${column.column}: GeneratedAlways<${read}>`
  if (column.writing === 'defaulted') return `  ${column.column}: Generated<${read}>`
  return `  ${column.column}: ${read}`
}

function base(column: Column): string {
  if (column.column.endsWith('_kobo')) return 'Kobo'
  const listed = column.check
    ? [...column.check.matchAll(/'([^']+)'::text/g)].map((match) => `'${match[1]}'`)
    : []
  if (listed.length > 0) return listed.join(' | ')
  const scalar = scalars[column.type]
  if (!scalar) throw new Error(`no TypeScript for ${column.type} (${column.table}.${column.column})`)
  return scalar
}

function pascal(table: string): string {
  return table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
}

if (import.meta.main) {
  const url = process.argv[2]
  if (!url) {
    console.error('Say which migrated database to read: npm run db-types -- postgres://…')
    process.exit(2)
  }
  writeFileSync(tablesFile, await tableTypes(url))
}
