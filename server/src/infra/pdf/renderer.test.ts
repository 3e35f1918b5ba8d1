import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openRenderer } from './renderer.ts'

const folder = mkdtempSync(join(tmpdir(), 'renderer-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A renderer whose threads run this code. */
function rendererOf(name: string, code: string) {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, code)
  const renderer = openRenderer<string>(pathToFileURL(file), { atOnce: 1, waiting: 2 })
  onTestFinished(() => renderer.close())
  return renderer
}

const inThreads = JSON.stringify(new URL('./in-thread.ts', import.meta.url).href)

test('a rendering error differs from a thread that ends, and the next document is rendered after either', async () => {
  const renderer = rendererOf(
    'drawing',
    `import { inThread } from ${inThreads}
    export const render = inThread(async (content) => {
      if (content === 'end') process.exit(1)
      if (content === 'throw') throw new Error('no such letter')
      return new TextEncoder().encode(content)
    })`,
  )
  await expect(renderer.render('throw')).rejects.toMatchObject({
    name: 'RenderingError',
    message: expect.stringContaining('no such letter'),
  })
  await expect(renderer.render('end')).rejects.not.toMatchObject({ name: 'RenderingError' })
  expect(Buffer.from(await renderer.render('drawn')).toString()).toBe('drawn')
})

test('a thread that cannot start rejects its document', async () => {
  const renderer = rendererOf('broken', 'throw new Error("no fonts")')
  for (let times = 0; times < 2; times += 1)
    await expect(renderer.render('a')).rejects.not.toMatchObject({ name: 'RenderingError' })
})

test('closing rejects running and waiting documents', async () => {
  const renderer = rendererOf(
    'slow',
    'export const render = () => new Promise(() => setInterval(() => {}, 1000))',
  )
  const all = Promise.allSettled([renderer.render('a'), renderer.render('b')])
  await new Promise((resolve) => setTimeout(resolve, 200))
  await renderer.close()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
