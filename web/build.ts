import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import type { StaticPage } from './src/app/static-pages.ts'

const root = path.dirname(fileURLToPath(import.meta.url))
const dist = path.resolve(process.argv[2] ?? path.join(root, 'dist'))
const ahead = path.join(dist, '.ahead')

type Ahead = { staticPages: readonly StaticPage[]; renderPage: (path: string) => Promise<string> }

/** Builds the browser's files, writes the pages that never change as HTML, and packs everything that packs. */
async function buildWeb(): Promise<void> {
  const started = performance.now()
  await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } })
  await build({
    root,
    logLevel: 'warn',
    build: {
      outDir: ahead,
      ssr: 'src/app/entry-prerender.tsx',
      manifest: false,
      copyPublicDir: false,
      ssrEmitAssets: false,
    },
    ssr: { noExternal: true },
  })
  await writePages()
  await rm(ahead, { recursive: true })
  await packAll()
  console.log(`web built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function writePages(): Promise<void> {
  const template = withFont(
    await readFile(path.join(dist, 'index.html'), 'utf8'),
    await readdir(path.join(dist, 'assets')),
  )
  const entry: Ahead = await import(pathToFileURL(path.join(ahead, 'entry-prerender.js')).href)
  await mkdir(dist, { recursive: true })
  const shell = template.replace('<!--head-->', '').replace('<!--page-->', waiting).replace(' data-ahead', '')
  await writeFile(path.join(dist, 'app.html'), shell)
  for (const page of entry.staticPages) {
    const words = await entry.renderPage(page.path)
    refuseInline(page.path, words)
    await writeFile(path.join(dist, page.file), fill(template, page, words))
  }
}

/** What the signed-in area shows until its scripts are here. */
const waiting =
  '<p class="page flex flex-1 flex-col items-center justify-center gap-4 text-muted"><img src="/favicon.svg" alt="" width="64" height="64" class="motion-breathe" />Loading...</p>'

/** The heading letters are asked for at once, before the stylesheet names them. */
function withFont(html: string, assets: readonly string[]): string {
  const font = assets.find((name) => /^brygada-latin-[^e].*\.woff2$/.test(name))
  if (!font) throw new Error('the heading font is not among the built files')
  const preload = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin />`
  return html.replace('<link rel="icon"', `${preload}\n    <link rel="icon"`)
}

function fill(template: string, page: StaticPage, words: string): string {
  const head = [
    `<meta name="description" content="${escaped(page.description)}" />`,
    page.indexed ? '' : '<meta name="robots" content="noindex" />',
    `<meta property="og:title" content="${escaped(page.title)}" />`,
    `<meta property="og:description" content="${escaped(page.description)}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:image" content="/share.png" />',
  ].filter(Boolean)
  return template
    .replace(/<title>.*<\/title>/, () => `<title>${escaped(page.title)}</title>`)
    .replace('<!--head-->', () => head.join('\n    '))
    .replace('<!--page-->', () => words)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
}

/** The pages are served under a policy that runs no inline script and reads no inline style. */
function refuseInline(page: string, html: string): void {
  const found = /<script|<style|\sstyle="|\son[a-z]+="/.exec(html)
  if (found)
    throw new Error(`${page} has ${found[0]} in it, near: ${html.slice(found.index, found.index + 120)}`)
}

const packable = /\.(html|js|css|svg|json|webmanifest|txt)$/
const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

async function packAll(): Promise<void> {
  const names = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = names.filter(
    (entry) => entry.isFile() && packable.test(entry.name) && !entry.parentPath.endsWith('.vite'),
  )
  await Promise.all(files.map((entry) => pack(path.join(entry.parentPath, entry.name))))
}

async function pack(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < 256) return
  await Promise.all([
    writeFile(`${file}.gz`, await toGzip(text, { level: 9 })),
    writeFile(`${file}.br`, await toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
  ])
}

await buildWeb()
