import { createHash, randomUUID } from 'node:crypto'

/** The types of files that are stored. */
export type FileType = 'application/pdf' | 'image/jpeg'

/** A part of a file; `from` counts from 0. */
export type Part = { readonly from: number; readonly length: number }

/** Bytes in a store, under a key. `changedAt` is by the clock of the store. */
export type StoredObject = { readonly key: string; readonly changedAt: Date }

/**
 * A place outside the database that holds bytes under keys: a folder or a bucket. Each key is written once. Every
 * function throws StoreUnavailable if the place does not answer, is full, or refuses.
 */
export type FileStore = {
  readonly place: 'folder' | 's3'
  /** Stores bytes. They are whole and durable when this returns; readers never see a part of them. */
  put(key: string, bytes: Uint8Array, type: FileType): Promise<void>
  /** All bytes under a key or a part of them; null if there are none. A part beyond their end is empty or short. */
  read(key: string, part?: Part): Promise<Buffer | null>
  /** Deletes the bytes under a key, if there are any. */
  delete(key: string): Promise<void>
  /**
   * The objects whose keys start with these two hexadecimal digits, a thousand at most at a time; also those that were never
   * finished, which can be deleted, but nothing that is not ours.
   */
  list(digits: string): AsyncIterable<readonly StoredObject[]>
  /** Throws StoreUnavailable if files cannot be stored here now. */
  check(): Promise<void>
}

/**
 * The place of files does not answer, is full, or refuses. The message names the place, never a file. `isSetting`: it
 * answered that the settings are wrong, so that trying again does not help.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  readonly isSetting: boolean

  constructor(message: string, isSetting = false) {
    super(message)
    this.isSetting = isSetting
  }
}

/** A small object that `check` writes and deletes. */
export const checkKey = 'check'

const keyFormat = /^[0-9a-f]{2}\/[0-9a-f]{64}-[0-9a-f-]{36}$/
const unfinishedFormat = /^[0-9a-f]{2}\/[0-9a-f]{64}-[0-9a-f-]{36}\.[0-9a-f-]{36}\.part$/

/**
 * A new key for bytes with this SHA-256: it starts with their hash. Each key is used once, so deleting
 * the bytes under a key can never delete bytes that are being stored.
 */
export function newKey(hash: Buffer): string {
  const digits = hash.toString('hex')
  return `${digits.slice(0, 2)}/${digits}-${randomUUID()}`
}

/** Throws if a key was not made by `newKey`. */
export function requireKey(key: string): void {
  if (key !== checkKey && !keyFormat.test(key)) throw new Error('a file has a key of another form')
}

/** Whether this is the name of bytes that were never finished: their writer was killed. */
export function isUnfinished(name: string): boolean {
  return unfinishedFormat.test(name)
}

/** Whether an object of this name was written by a store of ours, finished or not. */
export function isOurs(name: string): boolean {
  return keyFormat.test(name) || isUnfinished(name)
}

/** The first two digits of keys: each is the name of a folder, and a part of a job that looks at every object. */
export const allDigits: readonly string[] = Array.from({ length: 256 }, (_, number) =>
  number.toString(16).padStart(2, '0'),
)

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
