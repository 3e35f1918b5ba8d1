import type { Db } from '../../../db.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Files } from './files.ts'
import { type FileRow, filesIn, type Place } from './repository.ts'

/** A file that is missing or not as it was stored, or whose place does not answer. */
export type BadFile = Pick<FileRow, 'id' | 'place' | 'type'> & { readonly problem: 'damaged' | 'unavailable' }

const places: readonly Place[] = ['database', 'folder', 's3']
const first = '00000000-0000-0000-0000-000000000000'
const atATime = 200

/** Reads every file and compares it with its hash. Yields the bad ones, and returns how many files there are. */
export async function* checkFiles(db: Db, files: Files): AsyncGenerator<BadFile, number> {
  let checked = 0
  for (const place of places) {
    let after = first
    for (;;) {
      const some = await filesIn(db, place, after, atATime)
      for (const { id, type } of some) {
        const problem = await problemOf(db, files, id)
        if (problem) yield { id, place, type, problem }
        after = id
      }
      checked += some.length
      if (some.length < atATime) break
    }
  }
  return checked
}

async function problemOf(db: Db, files: Files, id: string): Promise<BadFile['problem'] | null> {
  try {
    await files.read(db, id)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // It was deleted since.
    if (error.code === 'not_found') return null
    return error.code === 'file_damaged' ? 'damaged' : 'unavailable'
  }
}
