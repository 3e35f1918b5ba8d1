import { brand } from '@labalaba/contract'
import type { Plugin } from 'vite'

const manifest = {
  id: '/',
  name: brand.name,
  short_name: brand.name,
  description: 'Book medical lab tests across Nigeria.',
  lang: 'en-NG',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#FBF8F3',
  theme_color: '#FBF8F3',
  categories: ['health', 'medical'],
  shortcuts: [
    { name: 'Find a test', url: '/explore/tests', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
    { name: 'My orders', url: '/orders', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
  ],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icon-monochrome.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'monochrome' },
  ],
}

/** Inserts the brand's name where no module of the web app reaches: the first title and the name of the installed app. */
export function brandFiles(): Plugin {
  return {
    name: 'brand-files',
    transformIndexHtml: (html) => html.replaceAll('{brand}', brand.name),
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: 'site.webmanifest', source: JSON.stringify(manifest) })
    },
  }
}

/** The name as it is written in web/src/copy. */
const written = 'Labalaba'

/** Puts another brand's name into the texts of screens, so that a rebrand changes contract/src/brand.ts alone. */
export function brandTexts(name: string = brand.name): Plugin {
  return {
    name: 'brand-texts',
    enforce: 'pre',
    transform: (code, id) =>
      /\/web\/src\/copy\/[^?]+\.ts$/.test(id) && name !== written ? code.replaceAll(written, name) : null,
  }
}
