import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brandFiles } from './brand-files.ts'
import { schemasStayBehind } from './schemas-stay-behind.ts'

/**
 * Only the small cloth tiles are worth carrying inside the stylesheet, and inside the scripts the picture for when
 * nothing more can be fetched. Fonts may never be (font-src 'self').
 */
function inlineFew(file: string): boolean {
  return /\/ui\/(adire\/\w+|art\/mast)\.svg$/.test(file)
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

export default defineConfig({
  plugins: [brandFiles(), schemasStayBehind(), react(), tailwindcss()],
  publicDir: 'public',
  server: { proxy: { '/v0': 'http://localhost:3000' } },
  build: {
    target: ['chrome100', 'firefox100', 'safari16.4'],
    cssTarget: ['chrome100', 'firefox100', 'safari16.4'],
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: inlineFew,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: touchesSomethingWhenLoaded,
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: everyPageNeeds },
            // Addresses of pictures: a line each, not worth a file each.
            { name: 'art', test: /\/web\/src\/site\/art\// },
          ],
        },
      },
    },
  },
})
