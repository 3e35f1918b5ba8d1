import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopiedFile, forEachOf, readFileHash, sync } from './files.ts'

/** A copy of the embedded database could not be made or used. The message says why, and what to do. */
export class CopyFailed extends Error {
  override name = 'CopyFailed'
}

/** What a copy is of, and the files that it must have. */
export type Manifest = {
  /** Also the name of the restore point at which the copy ends. */
  readonly name: string
  readonly madeAt: string
  /** The major version of PostgreSQL. */
  readonly postgres: number
  readonly files: readonly CopiedFile[]
}

const manifestName = 'manifest.json'
/** A copy that is being made, or whose making was interrupted. */
export const halfEnding = '.half'

/** The name of a copy that is made at a time. Later copies have later names. */
export function copyName(at: Date): string {
  return `copy-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** The finished copies of a folder, the newest first. */
export async function listCopies(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const names = await readdir(folder)
  const copies = names.filter((name) => /^copy-[\dTZ-]+$/.test(name))
  return copies
    .filter((name) => existsSync(join(folder, name, manifestName)))
    .toSorted()
    .reverse()
}

/** Deletes all but the newest copies of a folder. A copy that is being deleted no longer counts as one. */
export async function deleteOldCopies(folder: string, kept: number): Promise<void> {
  for (const name of (await listCopies(folder)).slice(kept)) {
    const half = join(folder, `${name}${halfEnding}`)
    await rename(join(folder, name), half)
    await rm(half, { recursive: true, force: true })
  }
}

/** Deletes what interrupted copies have left. Only for the process that makes the copies. */
export async function deleteHalves(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(halfEnding)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Writes the manifest, which makes a copy complete. */
export async function writeManifest(copy: string, manifest: Manifest): Promise<void> {
  await writeFile(join(copy, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, {
    mode: 0o600,
    flush: true,
  })
  await sync(copy)
}

/** The manifest of a copy. Throws CopyFailed if there is none. */
export async function readManifest(copy: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(copy, manifestName), 'utf8'))
  } catch (error) {
    throw new CopyFailed(
      `${copy} is no complete copy of a database: its ${manifestName} cannot be read. Choose another one.`,
      { cause: error },
    )
  }
}

/** Compares each file of a copy with its size and SHA-256 in the manifest. Throws CopyFailed if one differs or is missing. */
export async function verifyCopy(copy: string, { files }: Manifest): Promise<void> {
  await forEachOf(files, async (file) => assertSame(copy, file, await readFileHash(join(copy, file.path))))
}

/** Throws CopyFailed unless a file that was read is as the manifest says. */
export function assertSame(copy: string, file: CopiedFile, read: Omit<CopiedFile, 'path'> | null): void {
  if (read?.size === file.size && read.sha256 === file.sha256) return
  throw new CopyFailed(`${file.path} in ${copy} is damaged or missing. Use an earlier copy.`)
}

/** Creates the folder of the copies, which only its owner may read. */
export async function makeCopiesFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}
