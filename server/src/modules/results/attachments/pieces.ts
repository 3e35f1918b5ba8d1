import { Readable } from 'node:stream'
import type { Db } from '../../../db.ts'
import { filePiece } from './repository.ts'

/** How many bytes are in memory at a time while a file is read. */
const atATime = 256 * 1024

/** A file as a stream, and its size in bytes. */
export type FileInPieces = { readonly file: Readable; readonly size: number }

/** The PDF of a version of a report, if there is one. It never changes, so it can be streamed after the transaction. */
export function inPieces(
  db: Db,
  version: {
    readonly report_id: string
    readonly attachment_hash: Buffer | null
    readonly attachment_size: number | null
  },
): FileInPieces | undefined {
  const { report_id: reportId, attachment_hash: hash, attachment_size: size } = version
  if (!hash || !size) return undefined
  return { file: Readable.from(piecesOf(db, { reportId, hash, size })), size }
}

async function* piecesOf(
  db: Db,
  { reportId, hash, size }: { readonly reportId: string; readonly hash: Buffer; readonly size: number },
): AsyncGenerator<Buffer> {
  for (let from = 0; from < size; from += atATime) {
    const piece = await filePiece(db, { reportId, hash }, { from, length: atATime })
    if (!piece) throw new Error(`the PDF of report ${reportId} is gone`)
    yield piece
  }
}
