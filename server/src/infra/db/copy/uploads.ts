import { existsSync } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listCopies, readManifest } from './copies.ts'
import { type CopiedFile, copyOne, forEachOf, listFiles, readFileHash, sizeOf } from './files.ts'

/** The folder of the uploaded files, in the data folder and in a copy. */
export const uploads = 'files'

/** The uploaded files are named for their contents: those of an earlier copy are linked, and take no space again. */
export async function copyUploads(
  dataDir: string,
  copy: string,
  { earlier, folder, signal }: { earlier: EarlierFiles; folder: string; signal: AbortSignal | undefined },
): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = []
  await forEachOf(await listUploads(dataDir), async ({ path, size }) => {
    signal?.throwIfAborted()
    const known = earlier.files.get(path)
    if (known?.size === size && (await linkSame(join(folder, earlier.name, path), join(copy, path), known)))
      copied.push(known)
    else copied.push(...(await copyOne(dataDir, copy, path)))
  })
  return copied
}

/** Links a file of an earlier copy. False if the disk has no links, or the file there is not what it was. */
async function linkSame(from: string, to: string, { sha256 }: CopiedFile): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to)
  } catch {
    return false
  }
  if ((await readFileHash(to)).sha256 === sha256) return true
  await rm(to)
  return false
}

async function listUploads(dataDir: string) {
  if (!existsSync(join(dataDir, uploads))) return []
  const { files } = await listFiles(join(dataDir, uploads))
  return files.map(({ path, size }) => ({ path: join(uploads, path), size }))
}

/** How many bytes of uploaded files no earlier copy has. */
export async function uploadsToCopy(dataDir: string, earlier: EarlierFiles): Promise<number> {
  return sizeOf(
    (await listUploads(dataDir)).filter(({ path, size }) => earlier.files.get(path)?.size !== size),
  )
}

export type EarlierFiles = { readonly name: string; readonly files: ReadonlyMap<string, CopiedFile> }

/** The uploaded files in the newest copy of a folder. */
export async function newestUploads(folder: string): Promise<EarlierFiles> {
  const [name] = await listCopies(folder)
  if (name === undefined) return { name: '', files: new Map() }
  const { files } = await readManifest(join(folder, name))
  const own = files.filter(({ path }) => path.startsWith(`${uploads}/`))
  return { name, files: new Map(own.map((file) => [file.path, file])) }
}
