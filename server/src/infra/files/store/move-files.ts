import type { Db } from '../../../db.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Files } from './files.ts'
import { type FileRow, filesIn, moveRow, noteRemoved, type Place } from './repository.ts'

type Dependencies = { readonly db: Db; readonly files: Files }

/** How many files were moved, and the ids of those that stayed because they are damaged. */
export type Moved = { readonly moved: number; readonly damaged: readonly string[] }

const first = '00000000-0000-0000-0000-000000000000'
const atATime = 50

/**
 * Moves the files of a place to the store in which new files are stored, at most `most`. Each is read, compared with its
 * hash, written, read back and compared again before its row names the new copy; what it leaves is deleted by another job.
 * It can be interrupted at any point and run again, also several times at once. A damaged file stays as it is. Throws
 * DomainError `files_unavailable` if a place does not answer.
 */
export async function moveFiles(
  deps: Dependencies,
  from: Place,
  most = Number.POSITIVE_INFINITY,
  onMoved: (moved: number) => void = () => undefined,
): Promise<Moved> {
  const damaged: string[] = []
  let moved = 0
  let after = first
  while (from !== deps.files.place && moved < most) {
    const some = await filesIn(deps.db, from, after, Math.min(atATime, most - moved))
    for (const file of some) {
      const outcome = await moveFile(deps, file)
      if (outcome === 'moved') moved += 1
      if (outcome === 'damaged') damaged.push(file.id)
      after = file.id
    }
    if (some.length === 0) break
    onMoved(moved)
  }
  return { moved, damaged }
}

async function moveFile({ db, files }: Dependencies, file: FileRow): Promise<'moved' | 'damaged' | 'gone'> {
  const bytes = await readToMove({ db, files }, file.id)
  if (!Buffer.isBuffer(bytes)) return bytes
  const { place, key } = await files.copy(bytes, file)
  if (await moveRow(db, file, { place, key })) return 'moved'
  await noteRemoved(db, key, place)
  return 'gone'
}

async function readToMove({ db, files }: Dependencies, id: string): Promise<Buffer | 'damaged' | 'gone'> {
  try {
    return await files.read(db, id)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'file_damaged') return 'damaged'
    if (error.code === 'not_found') return 'gone'
    throw error
  }
}
