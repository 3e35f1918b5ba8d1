import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { flushFolder } from '../../../infra/files/flush-folder.ts'

/**
 * Writes lines to a gzip file that only its owner may read, and returns the SHA-256 of the file. It is complete on the disk
 * when it gets its name; an interrupted run leaves a `.part` file, which the next run overwrites.
 */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<Buffer> {
  const draft = `${path}.part`
  await pipeline(Readable.from(lines), createGzip(), createWriteStream(draft, { mode: 0o600 }))
  const file = await open(draft, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  const sha256 = await hashFile(draft)
  renameSync(draft, path)
  await flushFolder(dirname(path))
  return sha256
}

/** The SHA-256 of a file. Throws if it cannot be read. */
export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest()
}

/** The lines of a gzip file. Throws if it cannot be read. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  await once(file, 'open')
  const whole = file.pipe(createGunzip())
  file.once('error', (error) => whole.destroy(error))
  yield* createInterface({ input: whole, crlfDelay: Number.POSITIVE_INFINITY })
}
