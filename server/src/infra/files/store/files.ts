import { createHash, type Hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Log } from '../../observability/log.ts'
import { type FileStore, type FileType, newKey, type Part, StoreUnavailable, sha256 } from './file-store.ts'
import { bytesInRow, type FileRow, fileById, type NewFile } from './repository.ts'

/** A file to send: whole, or as a stream, and its size in bytes. */
export type FileToSend = { readonly file: Buffer | Readable; readonly size: number }

/** The files of the product, wherever their bytes are. */
export type Files = {
  /** Where new files are stored. */
  readonly place: FileStore['place']
  /** The places that are set up. */
  readonly stores: readonly FileStore[]
  /**
   * Stores bytes, before the transaction that inserts the row. If that one fails, a job deletes the bytes a day later. Throws
   * DomainError `files_unavailable`.
   */
  store(bytes: Uint8Array, type: FileType, at: Date): Promise<NewFile>
  /** As `store`, but if the place of files does not take them, the database holds the bytes until a job moves them. */
  storeOrHold(bytes: Uint8Array, type: FileType, at: Date): Promise<NewFile>
  /**
   * Stores the bytes of an existing file once more, where new files are stored, and compares what can be read there. Throws
   * DomainError `files_unavailable`.
   */
  copy(
    bytes: Uint8Array,
    file: Pick<FileRow, 'hash' | 'type'>,
  ): Promise<{ place: FileStore['place']; key: string }>
  /**
   * The bytes of a file, compared with its hash. Throws DomainError `not_found` if its row is gone, `files_unavailable`, and
   * `file_damaged`, with an alarm, if the bytes are missing or not those that were stored.
   */
  read(db: Db, id: string): Promise<Buffer>
  /** As `read`; a large file is compared first, and then streamed in parts so that slow readers take little memory. */
  open(db: Db, id: string): Promise<FileToSend>
}

/** Larger files are streamed, in parts of this size. */
const partSize = 512 * 1024
/** Seconds after which a user may try again. */
const soon = 30

/** Opens the files in `stores`. New ones go to the store of this place. */
export function openFiles(stores: readonly FileStore[], place: FileStore['place'], log: Log): Files {
  const storeAt = (wanted: FileStore['place']): FileStore => {
    const found = stores.find((store) => store.place === wanted)
    if (!found) throw new StoreUnavailable(`there are files in ${wanted}, which is not set up`)
    return found
  }

  async function store(bytes: Uint8Array, type: FileType, at: Date): Promise<NewFile> {
    const file = describe(bytes, type, at)
    const key = newKey(file.hash)
    await storeAt(place).put(key, bytes, type)
    return { ...file, place, key, bytes: null }
  }

  /** The bytes of a file or a part of them; null if they are not where its row says. */
  async function bytesOf(db: Db, { id, place: at, key }: FileRow, part?: Part): Promise<Buffer | null> {
    return at === 'database' || key === null
      ? await bytesInRow(db, id, part)
      : await storeAt(at).read(key, part)
  }

  /** Reads a file by its row. A job may move the bytes meanwhile: then it reads again where they are now. */
  async function withRow<T>(db: Db, id: string, work: (file: FileRow) => Promise<T | null>): Promise<T> {
    let file = await fileById(db, id)
    while (file) {
      const done = await work(file)
      if (done !== null) return done
      const before: FileRow = file
      file = await fileById(db, id)
      if (file && file.place === before.place && file.key === before.key) throw damaged(log, file)
    }
    throw new DomainError('not_found')
  }

  async function read(db: Db, id: string): Promise<Buffer> {
    return await withRow(db, id, async (file) => {
      const bytes = await bytesOf(db, file)
      return bytes && sha256(bytes).equals(file.hash) ? bytes : null
    })
  }

  /** Compares all of a file with its hash, a part at a time. */
  async function compare(db: Db, file: FileRow): Promise<FileRow | null> {
    const hash = createHash('sha256')
    for (let from = 0; from <= file.size; from += partSize) {
      const part = await bytesOf(db, file, { from, length: partSize })
      if (!part) return null
      hash.update(part)
    }
    return hash.digest().equals(file.hash) ? file : null
  }

  /** The last part is sent only if all parts together have the hash, so a reader never gets a whole file that is wrong. */
  async function* partsOf(db: Db, { id, hash: wanted, size }: FileRow): AsyncGenerator<Buffer> {
    const hash: Hash = createHash('sha256')
    for (let from = 0; from < size; from += partSize) {
      const length = Math.min(partSize, size - from)
      const part = await withRow(db, id, async (file) => {
        const bytes = await bytesOf(db, file, { from, length })
        return bytes?.length === length ? bytes : null
      })
      hash.update(part)
      if (from + length === size && !hash.digest().equals(wanted))
        throw damaged(log, (await fileById(db, id)) ?? { id, place: 'database' })
      yield part
    }
  }

  return {
    ...{ place, stores },
    store: (bytes, type, at) => refusing(log, 'stored', () => store(bytes, type, at)),
    async storeOrHold(bytes, type, at) {
      try {
        return await store(bytes, type, at)
      } catch (error) {
        // Too many calls that wait for others are as good as no answer: a release must not wait.
        const isBusy = error instanceof DomainError && error.code === 'busy'
        if (!isBusy && !(error instanceof StoreUnavailable)) throw error
        if (!isBusy)
          log.error({ alarm: 'files', err: error }, 'files cannot be stored: the database holds them for now')
        return { ...describe(bytes, type, at), place: 'database', key: null, bytes: Buffer.from(bytes) }
      }
    },
    copy: (bytes, { hash, type }) =>
      refusing(log, 'stored', async () => {
        const [at, key] = [storeAt(place), newKey(hash)]
        await at.put(key, bytes, type)
        const copied = await at.read(key)
        if (!copied || !sha256(copied).equals(hash))
          throw new StoreUnavailable(`${place} has other bytes than it was given`)
        return { place, key }
      }),
    read: (db, id) => refusing(log, 'read', () => read(db, id)),
    open: (db, id) =>
      refusing(log, 'read', async () => {
        const row = await fileById(db, id)
        if (!row || row.size <= partSize) {
          const file = await read(db, id)
          return { file, size: file.length }
        }
        const file = await withRow(db, id, (found) => compare(db, found))
        return { file: Readable.from(partsOf(db, file)), size: file.size }
      }),
  }
}

const beginnings: Readonly<Record<FileType, Buffer>> = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/jpeg': Buffer.from([0xff, 0xd8]),
}

/** The row of a new file but for where its bytes are. Throws if they are not of this type. */
function describe(bytes: Uint8Array, type: FileType, at: Date) {
  const beginning = beginnings[type]
  if (!beginning.equals(bytes.subarray(0, beginning.length))) throw new Error(`a file is not ${type}`)
  return { id: randomUUID(), hash: sha256(bytes), size: bytes.length, type, stored_at: at }
}

function damaged(log: Log, { id, place }: Pick<FileRow, 'id' | 'place'>): DomainError {
  log.error({ alarm: 'files', file: id, place }, 'a file is missing, or not what was stored: run check-files')
  return new DomainError('file_damaged')
}

async function refusing<T>(log: Log, what: 'stored' | 'read', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.error({ alarm: 'files', err: error }, `files cannot be ${what}`)
    throw new DomainError('files_unavailable', { retryAfter: soon })
  }
}
