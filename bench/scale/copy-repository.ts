import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'

/** A column value from a generator. */
export type Value = string | number | boolean | Date | null | readonly string[] | Uint8Array

const chunk = 64 * 1024

/** Streams rows into a table by COPY, without holding them in memory. */
export async function copyRows(
  sql: postgres.Sql,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const names = columns.map((name) => `"${name}"`).join(', ')
  const into = await sql.unsafe(`copy ${table} (${names}) from stdin`).writable()
  await pipeline(Readable.from(chunks(rows)), into)
}

function* chunks(rows: Iterable<readonly Value[]>): Generator<string> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(written).join('\t')}\n`
    if (text.length < chunk) continue
    yield text
    text = ''
  }
  if (text) yield text
}

/** A value in COPY's text format. */
function written(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`
  const elements = value.map((one) => `"${one.replace(/[\\"]/g, '\\$&')}"`)
  return escaped(`{${elements.join(',')}}`)
}

const special: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => special[letter] ?? '') : text
}
