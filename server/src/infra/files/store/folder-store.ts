import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder } from '../flush-folder.ts'
import {
  checkKey,
  type FileStore,
  isOurs,
  isUnfinished,
  type Part,
  requireKey,
  type StoredObject,
  StoreUnavailable,
} from './file-store.ts'

/** The end of the name of a file that is being written. */
const unfinished = '.part'
const atATime = 1000

/**
 * Files in a folder, which is created if necessary. Each is written under another name, flushed to the disk and renamed. Only
 * the user of the program can read them.
 */
export function openFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    requireKey(key)
    return join(folder, key)
  }
  return {
    place: 'folder',
    put: (key, bytes) => withFolder('write to', () => write(pathOf(key), bytes)),
    read: (key, part) => withFolder('read', () => readPart(pathOf(key), part)),
    delete: (key) =>
      withFolder('delete from', () =>
        rm(isUnfinished(key) ? join(folder, key) : pathOf(key), { force: true }),
      ),
    list: (digits) => list(folder, digits),
    check: () =>
      withFolder('write to', async () => {
        await write(pathOf(checkKey), Buffer.from(checkKey))
        await rm(pathOf(checkKey), { force: true })
      }),
  }
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const inside = dirname(path)
  const made = await mkdir(inside, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}${unfinished}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    await flushed(file, () => file.writeFile(bytes))
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  await flushFolder(inside)
  if (made) await flushFolder(dirname(inside))
}

async function flushed(file: FileHandle, act: () => Promise<void>): Promise<void> {
  try {
    await act()
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readPart(path: string, part: Part | undefined): Promise<Buffer | null> {
  try {
    if (!part) return await readFile(path)
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(part.length), 0, part.length, part.from)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Files that are being written are listed under their own names, so that those of a killed process are found too. */
async function* list(folder: string, digits: string): AsyncGenerator<readonly StoredObject[]> {
  const all = await withFolder('read', () => namesIn(join(folder, digits)))
  const names = all.filter((name) => isOurs(`${digits}/${name}`))
  for (let from = 0; from < names.length; from += atATime) {
    const some = names.slice(from, from + atATime)
    const found = await Promise.all(some.map((name) => objectAt(folder, `${digits}/${name}`)))
    yield found.filter((one) => one !== null)
  }
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

async function objectAt(folder: string, key: string): Promise<StoredObject | null> {
  try {
    return { key, changedAt: (await stat(join(folder, key))).mtime }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function withFolder<T>(act: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    throw new StoreUnavailable(`the program cannot ${act} the folder of files (${code})`)
  }
}

/** The code of an error of the operating system. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
}
