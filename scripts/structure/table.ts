/** The rules of the layout as data: where code is, and what each place may import. */

/** Each module of server/src/modules and the modules that it may call, downward only. Every module may call `audit`. */
export const modules: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  labs: ['accounts'],
  catalogue: ['accounts', 'labs'],
  ledger: ['accounts', 'labs'],
  cases: [],
  scheduling: ['accounts', 'labs', 'catalogue'],
  orders: ['accounts', 'labs', 'catalogue', 'ledger', 'scheduling'],
  specimens: ['accounts', 'labs', 'catalogue', 'orders'],
  'home-visits': ['accounts', 'labs', 'catalogue', 'cases', 'scheduling', 'orders', 'specimens'],
  payments: ['accounts', 'ledger', 'cases', 'scheduling', 'orders', 'specimens'],
  checkout: ['accounts', 'scheduling', 'orders', 'payments'],
  consents: ['accounts', 'orders'],
  results: ['accounts', 'labs', 'catalogue', 'cases', 'orders', 'specimens', 'payments', 'consents'],
  'result-access': ['accounts', 'labs', 'orders', 'consents', 'results'],
  'lab-integration': ['labs', 'orders', 'specimens', 'results', 'result-access'],
  licences: ['accounts', 'consents'],
  worklist: [
    ...['accounts', 'labs', 'catalogue', 'orders', 'specimens', 'home-visits', 'payments'],
    'results',
  ],
  'specimen-cancellation': ['cases', 'scheduling', 'orders', 'specimens', 'home-visits', 'results'],
  'order-view': ['scheduling', 'orders', 'home-visits', 'payments', 'result-access'],
  partners: [],
  notifications: [
    ...['accounts', 'labs', 'cases', 'scheduling', 'orders', 'specimens', 'home-visits', 'payments'],
    ...['consents', 'results', 'result-access', 'licences', 'partners'],
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

const foundations = ['infra', 'shared', 'contract']
const everyModule = Object.keys(modules).map((module) => `module ${module}`)
const wholeServer = ['compose', 'server test', ...foundations, ...everyModule]

function modulePlace([module, below]: [string, readonly string[]]): Place {
  return {
    name: `module ${module}`,
    match: new RegExp(`^server/src/modules/${module}/`),
    imports: [...foundations, ...below.map((other) => `module ${other}`), 'module audit'],
    advice: `${module} may call only ${below.join(', ') || 'no module'}. Down is a function call; up is an event: publish it.`,
  }
}

function webPlace(area: string, imports: readonly string[]): Place {
  return {
    name: `web ${area}`,
    match: new RegExp(`^web/src/${area}/`),
    imports: [...imports.map((other) => `web ${other}`), 'contract'],
    advice:
      'The web goes app → pages → features → components → lib → copy. Move the code down, or pass it in from above.',
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
    name: 'infra',
    match: /^server\/src\/infra\//,
    imports: ['shared', 'contract'],
    advice: 'infra knows no module. Pass in what it needs, or move the code into the module.',
  },
  ...Object.entries(modules).map(modulePlace),
  {
    name: 'shared',
    match: /^server\/src\/(db|tables|events)\.ts$/,
    imports: ['infra', 'contract'],
    advice: 'db, tables and events stand below every module.',
  },
  {
    name: 'compose',
    match: /^server\/src\/(commands\/|[^/]+$)/,
    imports: [...foundations, ...everyModule, 'reference', 'demo'],
    advice: 'The server is put together from its modules; it never imports the web or the simulator.',
  },
  {
    name: 'server test',
    match: /^server\/test\//,
    imports: [...wholeServer, 'simulator', 'reference', 'demo', 'scripts'],
    advice: 'Tests of the server may use the server, the simulator and the loaders.',
  },
  webPlace('app', ['pages/public', 'pages', 'features', 'components', 'lib', 'copy']),
  webPlace('pages/public', ['features', 'components', 'lib', 'copy']),
  webPlace('pages', ['features', 'components', 'lib', 'copy']),
  webPlace('features', ['components', 'lib', 'copy']),
  webPlace('components', ['lib', 'copy']),
  webPlace('lib', ['copy']),
  webPlace('copy', []),
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
    imports: [...foundations, ...everyModule],
    advice: 'A loader goes through the index of each module.',
  },
  {
    name: 'demo',
    match: /^demo\//,
    imports: [...foundations, ...everyModule, 'reference'],
    advice: 'A loader goes through the index of each module.',
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
    imports: ['compose', 'infra', 'contract'],
    advice: 'Scripts start and check things; they know the server only by its main and its infra.',
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
export const sizes = { warn: 200, fail: 300, function: 40, component: 150, filesInModule: 15 }

/** Generated files and the texts of screens, whose sizes are not checked. */
export const unmeasured = /^server\/src\/tables\.ts$|^web\/src\/copy\//

/** The only places that may read the environment; other code receives its settings. */
export const readsEnvironment =
  /^(scripts|e2e|bench)\/|^[^/]+\.config\.ts$|^web\/[^/]+\.ts$|^server\/src\/(main|cli|infra\/config\/config)\.ts$|^paystack-simulator\/src\/(main|settings)\.ts$/
