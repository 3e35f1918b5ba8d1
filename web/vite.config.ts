import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brandFiles, brandTexts } from './brand-plugins.ts'
import { schemasStayBehind } from './schemas-stay-behind.ts'

/**
 * Inlines into the style sheet only the small pattern tiles and the icons of rows, and into the scripts the picture
 * that is shown when nothing more can be fetched. Fonts must never be inlined (font-src 'self').
 */
function inlineFew(file: string): boolean {
  return /\/components\/((adire\/\w+|art\/mast)\.svg|row-icons\/[\w-]+\.png)$/.test(file)
}

/**
 * The toaster's style sheet sets its variables on `:root`, so the browser would restyle the whole page when it loads.
 * Setting them on the toaster's own element is enough.
 */
function valuesForNoticesOnly(): Plugin {
  return {
    name: 'values-for-notices-only',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('ReactToastify.css') ? code.replace(':root', '.Toastify') : null),
  }
}

/** Our modules have no side effects when loaded, except the entries, so unused ones may be dropped completely. */
function touchesSomethingWhenLoaded(id: string): boolean {
  if (id.endsWith('.css')) return true
  if (/\/(contract|web)\/src\//.test(id)) return id.includes('/app/entry-')
  return !/\/node_modules\/(react-router|zod|@remix-run\/route-pattern)\//.test(id)
}

/**
 * Which modules become one file: one file compresses better than four, and each file costs a phone a request and response
 * headers. A group takes the modules that it names, and only the first one their imports too.
 */
const groups: Readonly<Record<string, RegExp>> = {
  // The code that every page needs.
  base: /rolldown\/runtime|\/node_modules\/(?:(?:react|react-dom|scheduler)\/|react-router\/dist\/(?:production|development)\/lib\/(?!dom\/))|\/web\/src\/(?:lib\/(?:prefetch|cart|fill|hooks|session|store)|components\/link)\.tsx?$/,
  // The first view of the marketing pages, and the addresses of their pictures: a line each, not worth a file each.
  'first-view': /\/web\/src\/(?:lib\/later|copy\/site-titles|pages\/public\/(?:art\/.+|blocks\/hero))\.\w+$/,
  // The query cache.
  answers:
    /\/node_modules\/@tanstack\/(?:query-core|react-query)\/|\/web\/src\/lib\/(?:data-saver|idle|now|staged-rendering|start-again)\.ts$/,
  // Icons, cards and pictures. The first scripts must not import anything from this group or the groups below.
  screens: /\/web\/src\/(?:components\/(?:(?:banner|card|icons)\.tsx?|art\/[\w-]+\.svg)|lib\/names\.ts)$/,
  // States of a screen, fields, and the formatting of what is typed and shown.
  forms:
    /\/web\/src\/(?:components\/(?:breakable|choices|dialog|field|modal|navigation|states)\.tsx?|lib\/(?:after-drawing|format|toast)\.ts)$|\/contract\/src\/(?:money|phone|time)\.ts$/,
  // The code with which screens call the server.
  asking:
    /schemas-stay-behind|\/web\/src\/lib\/(?:act|api)\.ts$|\/contract\/src\/(?:endpoint|lab|paging)\.ts$/,
  // What the browser stores of a booking in progress.
  booking:
    /\/web\/src\/lib\/(?:draft|payment-departure|preparation)\.ts$|\/contract\/src\/(?:account|booking|person)\.ts$/,
  // What the server stores of it.
  draft: /\/web\/src\/lib\/draft-(?:keeper|merge)\.ts$|\/contract\/src\/booking-draft\.ts$/,
  // The fields that ask for a person.
  person: /\/web\/src\/(?:components\/(?:birth-field|date-of-birth|phone-field)|lib\/relationships)\.tsx?$/,
  // Code that the lists of labs and the page of one lab share.
  labs: /\/web\/src\/features\/(?:labs\/(?!map\/|lab-(?:card|filters|list))|catalogue\/replace-cart-dialog)/,
}

export default defineConfig({
  plugins: [brandFiles(), brandTexts(), valuesForNoticesOnly(), schemasStayBehind(), react(), tailwindcss()],
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
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        codeSplitting: {
          groups: Object.entries(groups).map(([name, test]) => ({
            name,
            test,
            includeDependenciesRecursively: name === 'base',
            ...(name === 'labs' ? { minShareCount: 2 } : {}),
          })),
        },
      },
    },
  },
})
