import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setAside } from './earlier-files.ts'

it('keeps the files served until a new build, however old, and deletes older ones', async () => {
  const dist = join(await mkdtemp(join(tmpdir(), 'labalaba-earlier-')), 'dist')
  try {
    await mkdir(join(dist, 'assets'), { recursive: true })
    await mkdir(join(dist, 'earlier'))
    const longAgo = new Date(Date.now() - 20 * 24 * 60 * 60 * 1000)
    for (const file of ['assets/page-1.js', 'earlier/page-0.js']) {
      await writeFile(join(dist, file), '')
      await utimes(join(dist, file), longAgo, longAgo)
    }
    const putBack = await setAside(dist)
    await writeFile(join(dist, 'assets/page-2.js'), '')
    await putBack()
    expect(await readdir(join(dist, 'earlier'))).toEqual(['page-1.js'])
  } finally {
    await rm(join(dist, '..'), { recursive: true })
  }
})
