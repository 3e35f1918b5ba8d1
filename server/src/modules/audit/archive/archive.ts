import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { readAllContents } from '../chain/history-repository.ts'
import type { AuditKeys } from '../chain/keys.ts'
import { writeLines } from './file.ts'
import { type Archived, signRecord } from './record.ts'
import type { Part, StoredRow } from './repository.ts'
import * as repository from './repository.ts'

export type Archiving = {
  readonly db: Db
  readonly clock: Clock
  readonly keys: AuditKeys
  /** The folder for the files. */
  readonly folder: string
  readonly report?: (line: string) => void
}

/** How many rows are read at a time. */
const page = 500

/**
 * Moves the partitions whose rows are all from before `until` to files, the oldest first. Can end anywhere and be run again:
 * one transaction locks a partition, writes its file, reads it again, records it and drops the partition, and a file
 * without a record is written again. Returns how many it moved. Throws if a row is not in the chain yet, and if other
 * sessions hold a table for a second.
 */
export async function archiveBefore(archiving: Archiving, until: Date): Promise<number> {
  const { db, folder, report = () => {} } = archiving
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const parts = await repository.partsBefore(db, until)
  for (const part of parts) {
    const { row_count, file } = await archivePart(archiving, part)
    report(`${part.part}: ${row_count} rows are in ${file}.`)
  }
  return parts.length
}

async function archivePart({ db, clock, keys, folder }: Archiving, part: Part): Promise<Archived> {
  return await db.transaction().execute(async (tx) => {
    await repository.lockPart(tx, part)
    const times = await repository.timesArchived(tx, part.part)
    const file = `${part.part}${times > 0 ? `-${times + 1}` : ''}.ndjson.gz`
    const range = new LinkRange()
    const sha256 = await writeLines(join(folder, file), linesOf(tx, part, range))
    const about = { table_name: part.table, part: part.part, until_at: part.untilAt, file, sha256 }
    const archived = { ...about, ...range.facts() }
    await repository.insertRecord(tx, { ...signRecord(keys.current, archived), archived_at: clock.now() })
    await repository.dropPart(tx, part)
    return archived
  })
}

/** One line for each row. A row of history has its key, its form and its content as its link covers it. */
async function* linesOf(tx: Tx, part: Part, range: LinkRange): AsyncGenerator<string> {
  for await (const rows of repository.readPart(tx, part, page)) {
    const wanted = rows.flatMap(({ key, form }) =>
      key !== null && form !== null ? [{ source: part.table, row_key: key, form }] : [],
    )
    const contents = (await readAllContents(tx, wanted)).get(part.table)
    for (const stored of rows) {
      range.add(stored)
      const { key, form, row } = stored
      if (!repository.isChained(part.table)) yield `${JSON.stringify({ row })}\n`
      else if (key === null || form === null)
        throw new Error(
          `${part.part} has a row that is not in the chain yet: let the worker run, and try again`,
        )
      else yield `${JSON.stringify({ key, form, content: contents?.get(key) ?? null, row })}\n`
    }
  }
}

/** The first and the last link of the rows of a partition. */
class LinkRange {
  #count = 0
  #first: { position: number; mac: Buffer } | null = null
  #last: { position: number; mac: Buffer } | null = null

  add({ position, mac }: StoredRow): void {
    this.#count += 1
    if (position === null || mac === null) return
    if (!this.#first || position < this.#first.position) this.#first = { position, mac }
    if (!this.#last || position > this.#last.position) this.#last = { position, mac }
  }

  facts() {
    return {
      row_count: this.#count,
      first_position: this.#first?.position ?? null,
      last_position: this.#last?.position ?? null,
      first_mac: this.#first?.mac ?? null,
      last_mac: this.#last?.mac ?? null,
    }
  }
}
