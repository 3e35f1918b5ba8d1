/** The rules of the layout as data: where code is, and what each place may import. */

/** Each module and the modules that it may call, downward only. Every module may call `audit`. */
export const slices: Readonly<Record<string, readonly string[]>> = {
  account: [],
  lab: ['account'],
  catalogue: ['account', 'lab'],
  ledger: ['account', 'lab'],
  case: [],
  booking: ['account', 'lab', 'catalogue', 'ledger'],
  collection: ['account', 'lab', 'catalogue', 'booking', 'case'],
  payment: ['account', 'booking', 'collection', 'ledger', 'case'],
  result: ['account', 'lab', 'catalogue', 'booking', 'collection', 'payment', 'case'],
  licence: ['account', 'result'],
  worklist: ['account', 'lab', 'catalogue', 'booking', 'collection', 'payment', 'result'],
  'specimen-cancellation': ['booking', 'collection', 'result', 'case'],
  'order-view': ['booking', 'collection', 'payment', 'result'],
  partner: ['account'],
  notification: [
    ...[
      'account',
      'lab',
      'catalogue',
      'ledger',
      'licence',
      'booking',
      'collection',
      'result',
      'payment',
      'case',
    ],
    'partner',
  ],
  audit: [],
}

/** A place in the tree: which files it has, what it may import, and the advice if a file imports more. */
export type Place = {
  readonly name: string
  readonly match: RegExp
  /** Names of places. A place may always import itself. */
  readonly imports: readonly string[]
  readonly advice: string
}

const foundations = ['platform', 'shared', 'contract']
const everySlice = Object.keys(slices).map((slice) => `slice ${slice}`)
const wholeServer = ['compose', 'server test', ...foundations, ...everySlice]

function slicePlace([slice, below]: [string, readonly string[]]): Place {
  return {
    name: `slice ${slice}`,
    match: new RegExp(`^server/src/${slice}/`),
    imports: [...foundations, ...below.map((other) => `slice ${other}`), 'slice audit'],
    advice: `${slice} may call only ${below.join(', ') || 'no slice'}. Down is a function call; up is an event: publish it.`,
  }
}

function webPlace(area: string, imports: readonly string[]): Place {
  return {
    name: `web ${area}`,
    match: new RegExp(`^web/src/${area}/`),
    imports: [...imports.map((other) => `web ${other}`), 'contract'],
    advice:
      'The web goes app → site, portal → feature → ui → lib. Move the code down, or pass it in from above.',
  }
}

/** A file belongs to the first place that matches. */
export const places: readonly Place[] = [
  {
    name: 'contract',
    match: /^contract\//,
    imports: [],
    advice: 'The contract is what both ends agree on; it imports nothing of ours.',
  },
  {
    name: 'platform',
    match: /^server\/src\/platform\//,
    imports: ['shared', 'contract'],
    advice: 'The platform knows no slice. Pass in what it needs, or move the code into the slice.',
  },
  ...Object.entries(slices).map(slicePlace),
  {
    name: 'shared',
    match: /^server\/src\/(db|tables|events)\.ts$/,
    imports: ['platform', 'contract'],
    advice: 'db, tables and events stand below every slice.',
  },
  {
    name: 'compose',
    match: /^server\/src\/(commands\/|[^/]+$)/,
    imports: [...foundations, ...everySlice, 'reference', 'demo'],
    advice: 'The server is put together from its slices; it never imports the web or the simulator.',
  },
  {
    name: 'server test',
    match: /^server\/test\//,
    imports: [...wholeServer, 'simulator', 'reference', 'demo', 'scripts'],
    advice: 'Tests of the server may use the server, the simulator and the loaders.',
  },
  webPlace('app', ['site', 'portal', 'feature', 'ui', 'lib']),
  webPlace('site', ['feature', 'ui', 'lib']),
  webPlace('portal', ['feature', 'ui', 'lib']),
  webPlace('feature', ['ui', 'lib']),
  webPlace('ui', ['lib']),
  webPlace('lib', []),
  {
    name: 'web worker',
    match: /^web\/src\/worker\//,
    imports: [],
    advice: 'The worker is a program of its own, beside the pages; it imports nothing of ours.',
  },
  {
    name: 'web build',
    match: /^web\/[^/]+$/,
    imports: ['web app', 'contract'],
    advice: 'The build of the web knows only the web.',
  },
  {
    name: 'simulator',
    match: /^paystack-simulator\//,
    imports: [],
    advice: 'The simulator stands in for a stranger, so it imports nothing of ours.',
  },
  {
    name: 'reference',
    match: /^reference\//,
    imports: [...foundations, ...everySlice],
    advice: 'A loader goes through the doors of the slices.',
  },
  {
    name: 'demo',
    match: /^demo\//,
    imports: [...foundations, ...everySlice, 'reference'],
    advice: 'A loader goes through the doors of the slices.',
  },
  {
    name: 'proof',
    match: /^(e2e|bench)\//,
    imports: ['contract', 'scripts', 'simulator', 'reference', 'demo', ...wholeServer],
    advice: 'Journeys and measurements use what is built, not the sources of the web.',
  },
  {
    name: 'scripts',
    match: /^(scripts\/|[^/]+$)/,
    imports: ['compose', 'platform', 'contract'],
    advice: 'Scripts start and check things; they know the server only by its main and its platform.',
  },
]

/** The files of a module that other places may import, by the importing place; by default `index.ts`. */
export const doors: Readonly<Record<string, RegExp>> = {
  compose: /\/(index|routes|jobs)\.ts$/,
  'server test': /\.ts$/,
  proof: /\.ts$/,
}
export const usualDoor = /\/index\.ts$/

/** Names that say nothing about the content. */
export const bannedNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'service',
  'manager',
  'managers',
]

/** Business terms, which must not appear in names of the design system. */
export const domainWords = [
  ...['patient', 'doctor', 'lab', 'labs', 'phlebotomist', 'operator', 'booking', 'payment', 'payout'],
  ...['specimen', 'catalogue', 'cart', 'wallet', 'refund', 'ledger'],
]

/** Lines of code, without blank lines and comments. */
export const sizes = { warn: 200, fail: 300, function: 40, component: 150, filesInSlice: 15 }

/** Generated files, which are not measured. */
export const generated = /^server\/src\/tables\.ts$/

/** The only places that may read the environment; other code receives its settings. */
export const readsEnvironment =
  /^(scripts|e2e|bench)\/|^[^/]+\.config\.ts$|^web\/[^/]+\.ts$|^server\/src\/(main|cli|platform\/config)\.ts$|^paystack-simulator\/src\/(main|settings)\.ts$/
