import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFastify } from './fastify.ts'
import { openLog } from './log.ts'
import { servePages } from './pages.ts'
import { Refusal } from './refusal.ts'

const folder = mkdtempSync(join(tmpdir(), 'labalaba-pages-'))
const fastify = await openFastify({
  ...{ trustProxy: false, ratePerAddress: 1_000_000 },
  loggerInstance: openLog('silent'),
})

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  const names = ['app.html', 'index.html', 'terms-of-use.html', '404.html', 'icon.svg', 'assets/app-1.js']
  for (const name of names) writeFileSync(join(folder, name), name)
  await servePages(fastify, () => undefined, folder)
  fastify.setNotFoundHandler(() => {
    throw new Refusal('not_found')
  })
})

afterAll(async () => {
  await fastify.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string) => fastify.inject({ method: 'GET', url })

test.each([
  ['/', 'index.html', 'no-cache'],
  ['/terms-of-use', 'terms-of-use.html', 'no-cache'],
  ['/labs/yaba-lab', 'app.html', 'no-cache'],
  ['/pay/a-token', 'app.html', 'no-store'],
  ['/icon.svg', 'icon.svg', 'public, max-age=86400'],
  ['/assets/app-1.js', 'assets/app-1.js', 'public, max-age=31536000, immutable'],
])('%s is there, and kept as long as it may be', async (url, body, kept) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, body, kept])
})

test.each(['/assets/app-0.js', '/no-icon.svg', '/nowhere', '/v0/nowhere', '/labs/a/b'])(
  '%s is not found, and nobody keeps that',
  async (url) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  },
)

test.each([
  ['/terms-of-use/', '/terms-of-use'],
  ['/labs/yaba-lab/?from=mail', '/labs/yaba-lab?from=mail'],
  ['/cart//', '/cart'],
])('%s leads to the address without the slash at its end', async (url, to) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers.location]).toEqual([308, to])
})

test.each(['//evil.example/', '/%5Cevil.example/', '//evil.example/cart/', '/nowhere/'])(
  '%s leads nowhere',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.headers.location).toBeUndefined()
  },
)
