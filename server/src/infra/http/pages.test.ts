import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../observability/log.ts'
import { DomainError } from './domain-error.ts'
import { openFastify } from './fastify.ts'
import { PagesMissing, refuseWithoutPages, servePages } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'labalaba-pages-'))
const open = () =>
  openFastify({
    trustProxy: false,
    ratePerAddress: 1_000_000,
    loggerInstance: openLog('silent'),
  })
const fastify = await open()
const settings = { onReturn: () => undefined, publicUrl: 'https://labs.example/<&"', folder }

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  const pages = [
    'app.html',
    'index.html',
    'login.html',
    'shell-pay.html',
    'shell-lab.html',
    'terms-of-use.html',
    '404.html',
  ]
  mkdirSync(join(folder, 'earlier'))
  for (const name of ['app-0-earlier.js', 'app-1.js']) writeFileSync(join(folder, 'earlier', name), 'earlier')
  for (const name of [...pages, 'icon.svg', 'sw.js', 'assets/app-1.js'])
    writeFileSync(join(folder, name), name)
  writeFileSync(join(folder, 'doctor.html'), 'I am %PUBLIC_URL%/doctor')
  writeFileSync(join(folder, 'sitemap.xml'), '<loc>%PUBLIC_URL%/</loc><loc>%PUBLIC_URL%/lab</loc>')
  await servePages(fastify, { ...settings, demo: false })
  fastify.setNotFoundHandler(() => {
    throw new DomainError('not_found')
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
  ['/labs/yaba-lab', 'shell-lab.html', 'no-cache'],
  ['/auth/login', 'login.html', 'no-cache'],
  ['/auth/signup/user', 'app.html', 'no-cache'],
  ['/pay/a-token', 'shell-pay.html', 'no-store'],
  ['/shared/a-token', 'app.html', 'no-store'],
  ['/icon.svg', 'icon.svg', 'public, max-age=86400'],
  ['/assets/app-1.js', 'assets/app-1.js', 'public, max-age=31536000, immutable'],
])('%s is served, and cached as long as possible', async (url, body, kept) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, body, kept])
})

test('a folder without pages is refused, with the files that it lacks and what to do', () => {
  const refused = expect(() => refuseWithoutPages(join(folder, 'none')))
  refused.toThrow(PagesMissing)
  refused.toThrow(
    `${join(folder, 'none')} has no app.html, 404.html, robots.txt and 14 more files. Run \`npm run build\``,
  )
})

test('a folder with some of the pages is refused too, and one with all of them is not', () => {
  const names = [
    ...['robots.txt', 'visitor.html', 'lab.html', 'download.html', 'privacy-policy.html'],
    ...['shell-explore.html', 'shell-cart.html'],
  ]
  for (const name of names) {
    expect(() => refuseWithoutPages(folder)).toThrow(name)
    writeFileSync(join(folder, name), name)
  }
  expect(() => refuseWithoutPages(folder)).not.toThrow()
  for (const name of names) rmSync(join(folder, name))
})

test('the service worker is revalidated each time, and has the content policy of a page', async () => {
  const { body, headers } = await get('/sw.js')
  expect([body, headers['cache-control']]).toEqual(['sw.js', 'no-cache'])
  expect(headers['content-type']).toContain('javascript')
  expect(headers['content-security-policy']).toContain("connect-src 'self'")
})

test('if the service worker is switched off, another one deletes its caches and unregisters itself', async () => {
  const without = await open()
  await servePages(without, { ...settings, demo: false, offline: false })
  const { body, headers } = await without.inject({ method: 'GET', url: '/sw.js' })
  expect(headers['cache-control']).toBe('no-cache')
  expect(body).toContain('caches.delete(name)')
  expect(body).toContain('registration.unregister()')
  await without.close()
})

test('a page of an earlier build still gets its script, and the current build comes first', async () => {
  expect((await get('/assets/app-0-earlier.js')).body).toBe('earlier')
  expect((await get('/assets/app-1.js')).body).toBe('assets/app-1.js')
})

test('a static file has only the headers that files need', async () => {
  const { headers } = await get('/assets/app-1.js')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['strict-transport-security']).toContain('max-age')
  expect(JSON.stringify(headers).length).toBeLessThan(600)
  expect((await get('/')).headers['permissions-policy']).toContain('camera=(self)')
})

test.each(['/assets/app-0.js', '/no-icon.svg', '/nowhere', '/v0/nowhere', '/labs/a/b'])(
  '%s is not found, and not cached',
  async (url) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  },
)

test.each(['/%00', '/%', '/terms-of-use%00', '/auth/%ff', '/labs/a/%e0%a4%a'])(
  '%s cannot be decoded, so the page “not found” is served',
  async (url) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.body]).toEqual([404, '404.html'])
  },
)

test.each([
  ['/?q=%00', 'index.html'],
  ['/labs/%00', 'shell-lab.html'],
  ['/labs/%ff', 'shell-lab.html'],
  ['/labs/..%2f', 'shell-lab.html'],
  ['/labs/yaba-lab?x=%00%ff', 'shell-lab.html'],
  ['/payment/return?reference=%00', 'app.html'],
])('%s has an invalid parameter, and its page handles that', async (url, body) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.body]).toEqual([200, body])
})

test('a call with an address that cannot be decoded gets an error', async () => {
  for (const url of ['/v0/labs?q=%00', '/v0/%ff'])
    expect((await get(url)).json()).toMatchObject({ status: 400, code: 'invalid' })
})

test.each([
  ['/terms-of-use/', '/terms-of-use'],
  ['/labs/yaba-lab/?from=mail', '/labs/yaba-lab?from=mail'],
  ['/cart//', '/cart'],
])('%s redirects to the address without the slash at its end', async (url, to) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers.location]).toEqual([308, to])
})

test.each(['//evil.example/', '/%5Cevil.example/', '//evil.example/cart/', '/nowhere/'])(
  '%s does not redirect',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.headers.location).toBeUndefined()
  },
)

test.each(['/dev/design', '/dev/design/', '/dev/design?density=compact'])(
  '%s exists in a demonstration only',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404)
    const demonstration = await open()
    await servePages(demonstration, { ...settings, demo: true })
    expect((await demonstration.inject(url)).statusCode).toBe(url.endsWith('/') ? 308 : 200)
    await demonstration.close()
  },
)

const home = 'https://labs.example/%3C%26%22'

test('a prerendered page contains the address of the running product, escaped', async () => {
  const answer = await get('/doctor')
  expect(answer.body).toBe(`I am ${home}/doctor`)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  const list = await get('/sitemap.xml')
  expect(list.body).toBe(`<loc>${home}/</loc><loc>${home}/lab</loc>`)
  expect(list.headers['content-type']).toBe('application/xml; charset=utf-8')
})

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('a page is compressed as the browser prefers: %s', async (accepted, packing, unpack) => {
  const answer = await fastify.inject({ url: '/doctor', headers: { 'accept-encoding': accepted } })
  expect(answer.headers['content-encoding']).toBe(packing)
  expect(answer.headers.vary).toContain('accept-encoding')
  expect(unpack(answer.rawPayload).toString()).toBe(`I am ${home}/doctor`)
})

test('a page can have its own style sheet: the policy allows it by its hash, and no other', async () => {
  const style = 'p { color: rgb(1 2 3) }\n/* %PUBLIC_URL% */'
  writeFileSync(join(folder, 'lab.html'), `<head><style>${style}</style></head>`)
  const answer = await get('/lab')
  const [, served = ''] = /<style>(.*)<\/style>/s.exec(answer.body) ?? []
  const hash = createHash('sha256').update(served).digest('base64')
  expect(answer.headers['content-security-policy']).toContain(`;style-src 'self' 'sha256-${hash}';`)
  expect(answer.headers['content-security-policy']).not.toContain('unsafe')
  const again = { url: '/lab', headers: { 'if-none-match': String(answer.headers.etag) } }
  const kept = await fastify.inject(again)
  expect([kept.statusCode, kept.headers['content-security-policy']]).toEqual([
    304,
    answer.headers['content-security-policy'],
  ])
  expect((await get('/pay/a-token')).headers['content-security-policy']).toContain(`;style-src 'self';`)
})

test('the page “not found” has its style sheet too', async () => {
  writeFileSync(join(folder, '404.html'), '<style>p {}</style>')
  const answer = await get('/nowhere')
  expect(answer.headers['content-security-policy']).toContain(" 'sha256-")
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
})

test('a browser that has the page gets 304 until the page is built again', async () => {
  const { headers } = await get('/doctor')
  const again = () => fastify.inject({ url: '/doctor', headers: { 'if-none-match': String(headers.etag) } })
  expect((await again()).statusCode).toBe(304)
  writeFileSync(join(folder, 'doctor.html'), 'new words')
  utimesSync(join(folder, 'doctor.html'), new Date(), new Date(Date.now() + 5000))
  expect((await again()).body).toBe('new words')
})

test.each([
  ['/', undefined],
  ['/doctor', undefined],
  ['/auth/login', undefined],
  ['/track', undefined],
  ['/explore/labs', 'noindex'],
  ['/auth/otp/user', 'noindex'],
  ['/orders', 'noindex'],
])('search engines may list %s: %s', async (url, said) => {
  expect((await get(url)).headers['x-robots-tag']).toBe(said)
})

test('an account is deleted on our own page, or at the operator’s form', async () => {
  expect((await get('/delete-account')).body).toBe('app.html')
  const elsewhere = await open()
  await servePages(elsewhere, { ...settings, demo: false, deletionForm: 'https://forms.example/delete' })
  const answer = await elsewhere.inject({ method: 'GET', url: '/delete-account' })
  await elsewhere.close()
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://forms.example/delete'])
})
