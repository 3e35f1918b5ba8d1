import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file of a copy: its path within the copy, its size in bytes, and its SHA-256 as hexadecimal digits. */
export type CopiedFile = { readonly path: string; readonly size: number; readonly sha256: string }

/** Files that are read and written at a time. */
const width = 4
const pieceSize = 256 * 1024

/**
 * The files below a folder, as paths relative to it, in order. `skips` leaves out files, and folders with all they contain. A
 * file that is deleted meanwhile is left out.
 */
export async function listFiles(root: string, skips: (path: string) => boolean = () => false) {
  const files: { path: string; size: number }[] = []
  const folders: string[] = []
  async function walk(folder: string): Promise<void> {
    for (const entry of await unlessGone(readdir(join(root, folder), { withFileTypes: true }), [])) {
      const path = join(folder, entry.name)
      if (skips(path)) continue
      if (entry.isDirectory()) {
        folders.push(path)
        await walk(path)
      } else if (entry.isFile()) {
        const found = await unlessGone(stat(join(root, path)), null)
        if (found) files.push({ path, size: found.size })
      }
    }
  }
  await walk('')
  return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), folders }
}

/** Copies a file to a new one. Returns null if the file is gone. `syncTree` puts the new one on the disk. */
export async function copyFile(from: string, to: string): Promise<Omit<CopiedFile, 'path'> | null> {
  const source = await unlessGone(open(from, 'r'), null)
  if (!source) return null
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      return await readThrough(source, (piece) => writeAll(target, piece))
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Size and SHA-256 of a file. */
export async function readFileHash(path: string): Promise<Omit<CopiedFile, 'path'>> {
  const file = await open(path, 'r')
  try {
    return await readThrough(file, async () => {})
  } finally {
    await file.close()
  }
}

async function readThrough(
  file: FileHandle,
  use: (piece: Buffer) => Promise<void>,
): Promise<Omit<CopiedFile, 'path'>> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(pieceSize)
  let size = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, pieceSize)
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') }
    const piece = buffer.subarray(0, bytesRead)
    hash.update(piece)
    await use(piece)
    size += bytesRead
  }
}

async function writeAll(file: FileHandle, piece: Buffer): Promise<void> {
  for (let written = 0; written < piece.length; )
    written += (await file.write(piece, written, piece.length - written)).bytesWritten
}

/** Puts a file, or the entries of a folder, on the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Puts a folder with all that it contains on the disk. After everything was written, the disk has the least work. */
export async function syncTree(root: string): Promise<void> {
  const { files, folders } = await listFiles(root)
  await forEachOf(files, ({ path }) => sync(join(root, path)))
  await forEachOf([...folders, ''], (path) => sync(join(root, path)))
}

/** How many bytes an ordinary user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Calls `act` for each item, for a few at a time. The first failure ends it. */
export async function forEachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  let isFailed = false
  const work = async () => {
    for (const item of waiting) {
      if (isFailed) return
      await act(item).catch((error: unknown) => {
        isFailed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: width }, work))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

async function unlessGone<T, U>(found: Promise<T>, otherwise: U): Promise<T | U> {
  return await found.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise
    throw error
  })
}

/** Copies one file of a folder to another folder. Returns an empty list if the file is gone. */
export async function copyOne(from: string, to: string, path: string): Promise<CopiedFile[]> {
  const made = await copyFile(join(from, path), join(to, path))
  return made ? [{ path, ...made }] : []
}

/** The size of files together, in bytes. */
export function sizeOf(files: readonly { readonly size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}
