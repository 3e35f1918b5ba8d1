import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brandFiles } from './brand-files.ts'
import { schemasStayBehind } from './schemas-stay-behind.ts'

/**
 * Only the small cloth tiles and the icons of rows are worth carrying inside the stylesheet, and inside the scripts
 * the picture for when nothing more can be fetched. Fonts may never be (font-src 'self').
 */
function inlineFew(file: string): boolean {
  return /\/ui\/((adire\/\w+|art\/mast)\.svg|row-icons\/[\w-]+\.png)$/.test(file)
}

/**
 * The toaster's style gives its values to the whole page, which is then styled anew from its root when they come. Its own
 * part of the page is enough.
 */
function valuesForNoticesOnly(): Plugin {
  return {
    name: 'values-for-notices-only',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('ReactToastify.css') ? code.replace(':root', '.Toastify') : null),
  }
}

/** Our modules define things and touch nothing when loaded, so unused ones may be dropped whole. */
function touchesSomethingWhenLoaded(id: string): boolean {
  if (id.endsWith('.css')) return true
  if (/\/(contract|web)\/src\//.test(id)) return id.includes('/app/entry-')
  return !/\/node_modules\/(react-router|zod|@remix-run\/route-pattern)\//.test(id)
}

/**
 * One file packs better than four, and each file costs a phone a request and the headers of its answer. So what every
 * page needs is one file, and what most screens behind the first pages need is one more.
 */
const everyPageNeeds =
  /rolldown\/runtime|\/node_modules\/(?:(?:react|react-dom|scheduler)\/|react-router\/dist\/(?:production|development)\/lib\/(?!dom\/))|\/web\/src\/(?:lib\/(?:asked-ahead|cart|hooks|session|store)|ui\/link)\.tsx?$/

/** The first view of the marketing pages, and the addresses of their pictures: a line each, not worth a file each. */
const firstViewNeeds =
  /\/web\/src\/(?:lib\/later|site\/(?:art\/.+|blocks\/(?:hero|scene|looking-for-a-test)|copy\/titles))\.\w+$/

/** Icons, cards and pictures. Nothing here or below may be imported by the first scripts. */
const screensNeed = /\/web\/src\/ui\/(?:(?:banner|card|icons|picture)\.tsx?|art\/[\w-]+\.svg)$/

/** States of a screen, fields, and how what is typed and shown is written. */
const formsNeed =
  /\/web\/src\/(?:ui\/(?:breakable|choices|dialog|dialog-buttons|field|navigation|nothing-here|sleep|states|switch)\.tsx?|lib\/(?:after-drawing|format|toast)\.ts)$|\/contract\/src\/(?:money|phone|time)\.ts$/

/** How screens ask the server. */
const askingNeeds =
  /schemas-stay-behind|\/web\/src\/lib\/(?:act|api)\.ts$|\/contract\/src\/(?:endpoint|lab|paging)\.ts$/

/** What is kept of a booking on its way, in the browser. */
const bookingNeeds =
  /\/web\/src\/lib\/(?:checkout|draft|preparation)\.ts$|\/contract\/src\/(?:account|booking|person)\.ts$/

/** And on the server. */
const draftNeeds = /\/web\/src\/lib\/draft-(?:keeper|merge)\.ts$|\/contract\/src\/booking-draft\.ts$/

/** The cache of answers. */
const answersNeed =
  /\/node_modules\/@tanstack\/(?:query-core|react-query)\/|\/web\/src\/lib\/(?:calm|list-size|saver|start-again)\.ts$/

/** What lists of labs and the page of one lab share. */
const labsNeed =
  /\/web\/src\/feature\/(?:lab\/(?!map\/|lab-(?:card|filters|list))|catalogue\/(?:rules|replace-cart-dialog))/

/** A group takes the modules that it names, and not what they import. */
const alone = { includeDependenciesRecursively: false }

export default defineConfig({
  plugins: [brandFiles(), valuesForNoticesOnly(), schemasStayBehind(), react(), tailwindcss()],
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
      input: ['index.html', 'src/app/entry-start.ts'],
      treeshake: {
        moduleSideEffects: touchesSomethingWhenLoaded,
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: everyPageNeeds },
            { name: 'first-view', test: firstViewNeeds, ...alone },
            { name: 'answers', test: answersNeed, ...alone },
            { name: 'screens', test: screensNeed, ...alone },
            { name: 'forms', test: formsNeed, ...alone },
            { name: 'asking', test: askingNeeds, ...alone },
            { name: 'booking', test: bookingNeeds, ...alone },
            { name: 'draft', test: draftNeeds, ...alone },
            { name: 'labs', test: labsNeed, minShareCount: 2, ...alone },
          ],
        },
      },
    },
  },
})
