import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { schemasStayBehind } from './schemas-stay-behind.ts'

/** Only the small cloth tiles are worth carrying inside the stylesheet; fonts may never be (font-src 'self'). */
function inlineOnlyTiles(file: string): boolean {
  return file.includes('/ui/adire/') && file.endsWith('.svg')
}

/** Our modules define things and touch nothing when loaded, so unused ones may be dropped whole. */
function touchesSomethingWhenLoaded(id: string): boolean {
  if (id.endsWith('.css')) return true
  if (/\/(contract|web)\/src\//.test(id)) return id.includes('/app/entry-')
  return !/\/node_modules\/(react-router|zod|@remix-run\/route-pattern)\//.test(id)
}

/** One file packs better than four, and every page needs all of it. */
const everyPageNeeds =
  /\/node_modules\/(?:(?:react|react-dom|scheduler)\/|react-router\/dist\/(?:production|development)\/lib\/(?!dom\/))|\/web\/src\/lib\/(?:hooks|session|store|cart)\.ts$/

/**
 * Where the React Compiler works: on the long lists that are drawn again at every letter typed. Elsewhere its
 * bookkeeping costs more (14 KB on the cart) than it saves.
 */
const worthRemembering = ['/src/feature/catalogue/', '/src/feature/lab/']

export default defineConfig({
  plugins: [schemasStayBehind(), react({ compiler: { sources: worthRemembering } }), tailwindcss()],
  publicDir: 'public',
  server: { proxy: { '/v0': 'http://localhost:3000' } },
  build: {
    target: ['chrome100', 'firefox100', 'safari16.4'],
    cssTarget: ['chrome100', 'firefox100', 'safari16.4'],
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: inlineOnlyTiles,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: touchesSomethingWhenLoaded,
      },
      output: { codeSplitting: { groups: [{ name: 'base', test: everyPageNeeds }] } },
    },
  },
})
