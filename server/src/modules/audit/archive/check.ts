import { join } from 'node:path'
import type { Db } from '../../../db.ts'
import type { AuditKeys } from '../chain/keys.ts'
import { type Content, isSame, macOf, nothingBefore } from '../chain/link.ts'
import { readMacs } from '../chain/repository.ts'
import { hashFile, readLines } from './file.ts'
import { isSignedRecord } from './record.ts'
import type { PartRecord } from './repository.ts'
import * as repository from './repository.ts'

/** How many rows are checked at a time. */
const page = 500

/** The rows of a table that are in archives, and up to which position of the chain their links are. */
export type InArchives = { readonly rows: number; readonly upTo: number }

/** What the signed records say is in archives, by table; and the records that are not ours, in words. */
export async function readArchives(
  db: Db,
  keys: AuditKeys,
): Promise<{ readonly tables: ReadonlyMap<string, InArchives>; readonly findings: readonly string[] }> {
  const records = await repository.readRecords(db)
  const ours = records.filter((record) => isSignedRecord(keys, record))
  const tables = new Map(
    [...Map.groupBy(ours, ({ table_name }) => table_name)].map(([table, parts]) => [
      table,
      {
        rows: parts.reduce((sum, { row_count }) => sum + row_count, 0),
        upTo: Math.max(0, ...parts.map(({ last_position }) => last_position ?? 0)),
      },
    ]),
  )
  const findings = records
    .filter((record) => !isSignedRecord(keys, record))
    .map(({ file }) => `the record of the archive ${file} is not signed by a key of ours`)
  return { tables, findings }
}

/**
 * Checks the files of all archives in a folder: each is the file that was recorded, and each row of history in it fits its
 * link in the chain. Returns the findings in words. It reads every file.
 */
export async function checkArchives(
  db: Db,
  keys: AuditKeys,
  folder: string,
): Promise<{ readonly rows: number; readonly findings: readonly string[] }> {
  const { findings: unsigned } = await readArchives(db, keys)
  const findings = [...unsigned]
  let rows = 0
  for (const record of await repository.readRecords(db)) {
    rows += record.row_count
    findings.push(
      ...(await checkFile(db, keys, record, join(folder, record.file)).catch((error: unknown) => [
        `${record.file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      ])),
    )
  }
  return { rows, findings }
}

type Line = { readonly key: string; readonly content: Content }

async function checkFile(db: Db, keys: AuditKeys, record: PartRecord, path: string): Promise<string[]> {
  if (!isSame(await hashFile(path), record.sha256)) return [`${record.file} was changed after it was written`]
  const findings: string[] = []
  let count = 0
  let lines: Line[] = []
  for await (const text of readLines(path)) {
    count += 1
    if (!repository.isChained(record.table_name)) continue
    const line: Line = JSON.parse(text)
    lines.push(line)
    if (lines.length < page) continue
    findings.push(...(await checkLines(db, keys, record, lines)))
    lines = []
  }
  if (lines.length > 0) findings.push(...(await checkLines(db, keys, record, lines)))
  if (count !== record.row_count)
    findings.push(`${record.file} has ${count} rows and not ${record.row_count}`)
  return findings
}

async function checkLines(
  db: Db,
  keys: AuditKeys,
  { table_name, file }: PartRecord,
  lines: readonly Line[],
): Promise<string[]> {
  const links = await repository.readLinksOf(
    db,
    table_name,
    lines.map(({ key }) => key),
  )
  const linkOf = new Map(links.map((link) => [link.row_key, link]))
  const before = await readMacs(
    db,
    links.map(({ position }) => position - 1),
  )
  return lines.flatMap(({ key, content }) => {
    const link = linkOf.get(key)
    const by = keys.all.find(({ id }) => id === link?.key_id)
    if (!link || !by) return [`${table_name} ${key} in ${file} has no link of ours`]
    const previous = link.position === 1 ? nothingBefore : before.get(link.position - 1)
    const fits = previous && isSame(link.mac, macOf(by, previous, link, content))
    return fits ? [] : [`${table_name} ${key} in ${file} does not fit link ${link.position}`]
  })
}
