import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { setAside } from './earlier-files.ts'
import { buildWorker } from './worker-build.ts'

const root = path.dirname(fileURLToPath(import.meta.url))
const dist = path.resolve(process.argv[2] ?? path.join(root, 'dist'))
const ahead = path.join(dist, '.ahead')

/** Builds the browser's files, prerenders the static pages as HTML, and compresses every compressible file. */
async function buildWeb(): Promise<void> {
  const started = performance.now()
  const bringBack = await setAside(dist)
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
  await bringBack()
  console.log(`web built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function writePages(): Promise<void> {
  const made = await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')
  const version = createHash('sha256').update(made).digest('hex').slice(0, 12)
  const built = (await readFile(path.join(dist, 'index.html'), 'utf8')).replace('%VERSION%', version)
  const entry: typeof import('./src/app/entry-prerender.tsx') = await import(
    pathToFileURL(path.join(ahead, 'entry-prerender.js')).href
  )
  const manifest: Manifest = JSON.parse(made)
  await mkdir(dist, { recursive: true })
  const shell = withFont(built, await readdir(path.join(dist, 'assets')))
    .replace('<!--head-->', shellHead)
    .replace('<!--page-->', waiting)
    .replace(' data-ahead', '')
  await writeFile(path.join(dist, 'app.html'), shell)
  const style = await styleOf(built)
  for (const { file, modules } of comeTo) {
    const links = new Set(modules.flatMap((module) => preloads(manifest, module, shell)))
    const html = withStyle(shell, style).replace('</head>', () => `${[...links].join('\n')}\n</head>`)
    await writeFile(path.join(dist, file), html)
  }
  const template = readable(built, style, manifest)
  for (const page of entry.staticPages) {
    const words = await withPicture(await entry.renderPage(page.path))
    refuseInline(page.path, words)
    const modules = ['index.html', ...(page.frame ? [page.frame] : []), page.module]
    const scripts = filesOf(manifest, modules).filter((file) => file.endsWith('.js'))
    // The server sends this page for every unknown address, and React hydrates it there (`src/app/router.tsx`).
    const unknown = page.file === '404.html' ? ' data-unknown' : ''
    const html = template
      .replace(/<title>.*<\/title>/, () => `<title>${entry.escaped(page.title)}</title>`)
      .replace('<!--head-->', () => entry.headOf(page))
      .replace('<!--page-->', () => words)
      .replace(' data-ahead', `${unknown} data-ahead="${scripts.join(' ')}"`)
    await writeFile(path.join(dist, page.file), html)
  }
  await writeFile(path.join(dist, 'sitemap.xml'), entry.sitemap())
  await writeFile(path.join(dist, 'robots.txt'), entry.robots())
  const [font] = /\/assets\/brygada-latin-[^"]+/.exec(shell) ?? []
  await buildWorker({
    root,
    dist,
    version,
    shellFiles: [...filesOf(manifest, ['index.html']), ...(font ? [font] : [])],
    kits: { round: filesOf(manifest, roundNeeds) },
    written: entry.staticPages.filter(({ indexed }) => indexed).map((page) => page.path),
  })
}

/** The round of home visits works without a network, so every file that it may load later is stored with it. */
const roundNeeds = [
  'src/pages/phlebotomist/round-page.tsx',
  'src/features/home-visits/miss-dialog.tsx',
  'src/features/home-visits/photo/photo-dialog.tsx',
  'src/components/scan/scanner.tsx',
  'src/components/scan/decoder.ts',
  'src/lib/toast-host.tsx',
  'src/pages/public/auth/auth-layout.tsx',
  'src/pages/public/auth/login-page.tsx',
  'src/app/staff-pages.tsx',
  'src/app/phone-menu.tsx',
  'src/app/account-menu.tsx',
  'src/components/worker-updates.tsx',
  'src/lib/read-site.ts',
]

/**
 * A prerendered page contains its style and can be read immediately. The only file that it requests itself is the
 * script that fetches its other scripts after it has been drawn.
 */
function readable(built: string, style: string, manifest: Manifest): string {
  const [start] = filesOf(manifest, ['src/app/entry-start.ts'])
  const html = withStyle(built, style)
    .replace(/ *<script type="module".*<\/script>\n/, '')
    .replace(/ *<link rel="modulepreload".*>\n/g, '')
    .replace('</head>', `  <script type="module" src="${start}" crossorigin></script>\n  </head>`)
  if (/rel="(modulepreload|stylesheet)"/.test(html))
    throw new Error('a page would wait for more than its words')
  return html
}

const linkedStyle = /<link rel="stylesheet"[^>]* href="([^"]+)">/

/** Inlines the style sheet, so that the page waits for no other file before it is drawn. */
function withStyle(html: string, style: string): string {
  return html.replace(linkedStyle, () => `<style>${style}</style>`)
}

/** Inlines the first picture of a page: a separate request would delay it. */
async function withPicture(html: string): Promise<string> {
  const [, file] = /<img [^>]*src="([^"]+\.svg)"[^>]*fetchPriority="high"/i.exec(html) ?? []
  if (file === undefined) return html
  const picture = await readFile(path.join(dist, file), 'utf8')
  if (/['&]/.test(picture)) throw new Error(`${file} cannot stand in an attribute as it is`)
  const data = picture
    .replaceAll('"', "'")
    .replace(/[%#<>{}\s]/g, (sign) => (sign === ' ' ? sign : encodeURIComponent(sign)))
  return html
    .replace(`src="${file}"`, () => `src="data:image/svg+xml,${data}"`)
    .replace(`<link rel="preload" as="image" href="${file}" fetchPriority="high"/>`, '')
}

/** The style sheet of every page. The server's content policy allows it in the page by its hash. */
async function styleOf(built: string): Promise<string> {
  const [, file = ''] = linkedStyle.exec(built) ?? []
  const style = (await readFile(path.join(dist, file), 'utf8')).trim()
  if (/<\/style|%PUBLIC_URL%/.test(style)) throw new Error('the style sheet would end before its end')
  return style
}

/** Client-rendered screens that users open by their address or reload: their scripts are preloaded too. */
const comeTo = (['pay', 'explore', 'lab', 'cart'] as const).map((name) => ({
  file: `shell-${name}.html`,
  modules: [
    ...['src/app/providers.tsx', `src/pages/patient/${name}-page.tsx`],
    ...(name === 'lab' ? ['src/features/catalogue/test-list.tsx'] : []),
  ],
}))

/** Preload links for the scripts of one page, which then load together with the first ones and not after them. */
function preloads(manifest: Manifest, module: string, template: string): string[] {
  return filesOf(manifest, [module])
    .filter((file) => file.endsWith('.js') && !template.includes(file))
    .map((file) => `<link rel="modulepreload" href="${file}" crossorigin />`)
}

/** The addresses of the files of these modules and of their static imports; the first module's script comes first. */
function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>()
  function add(name: string): void {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build`)
    if (files.has(`/${chunk.file}`)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return [...files]
}

/** Description for a shared link to a client-rendered screen. */
const shellHead = '<meta name="description" content="Book medical lab tests across Nigeria." />'

/** Shown in the signed-in area until its scripts have loaded. */
const waiting =
  '<p class="page flex flex-1 flex-col items-center justify-center gap-4 text-muted"><img src="/favicon.svg" alt="" width="64" height="64" class="motion-breathe" />Loading...</p>'

/** Preloads the heading font, before the style sheet names it. */
function withFont(html: string, assets: readonly string[]): string {
  const font = assets.find((name) => /^brygada-latin-[^e].*\.woff2$/.test(name))
  if (!font) throw new Error('the heading font is not among the built files')
  const preload = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin />`
  return html.replace('<link rel="icon"', `${preload}\n    <link rel="icon"`)
}

/** Throws if a rendered page has an inline script or style: the content policy that it is served under forbids them. */
function refuseInline(page: string, html: string): void {
  const found = /<script|<style|\sstyle="|\son[a-z]+="/.exec(html)
  if (found)
    throw new Error(`${page} has ${found[0]} in it, near: ${html.slice(found.index, found.index + 120)}`)
}

/** Pages and lists that contain the product's address. The server fills it in and compresses them itself. */
const filledLater = /%PUBLIC_URL%/

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
  if (text.length < 256 || (/\.(html|xml|txt)$/.test(file) && filledLater.test(text.toString()))) return
  await Promise.all([
    writeFile(`${file}.gz`, await toGzip(text, { level: 9 })),
    writeFile(`${file}.br`, await toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
  ])
}

await buildWeb()
