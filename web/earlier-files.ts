import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

const day = 24 * 60 * 60 * 1000
/** How long after their replacement, and how many, scripts and styles of earlier versions are still served. */
const lifetime = 14 * day
const mostFiles = 1500

type File = { readonly at: string; readonly name: string; readonly made: number }

/**
 * Moves the scripts and styles of earlier versions aside before a build. The returned function moves them into the
 * `earlier` folder of the new one. A page that was opened before the build still requests some of them.
 */
export async function setAside(dist: string): Promise<() => Promise<void>> {
  const aside = `${dist}.earlier`
  await mkdir(aside, { recursive: true })
  for (const folder of ['earlier', 'assets'])
    for (const { at, name } of await filesIn(path.join(dist, folder))) {
      // Files that were served until now count as replaced now, however old they are.
      if (folder === 'assets') await utimes(at, new Date(), new Date())
      await rename(at, path.join(aside, name))
    }
  return async () => {
    const current = new Set((await filesIn(path.join(dist, 'assets'))).map(({ name }) => name))
    const newest = (await filesIn(aside)).sort((one, other) => other.made - one.made)
    const old = newest.filter(
      ({ name, made }, place) => current.has(name) || place >= mostFiles || made < Date.now() - lifetime,
    )
    for (const { at } of old) await rm(at)
    await rename(aside, path.join(dist, 'earlier'))
  }
}

const wanted = /\.(js|css)(\.(gz|br))?$/

async function filesIn(folder: string): Promise<File[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => wanted.test(name))
  return await Promise.all(
    names.map(async (name) => {
      const at = path.join(folder, name)
      return { at, name, made: (await stat(at)).mtimeMs }
    }),
  )
}
