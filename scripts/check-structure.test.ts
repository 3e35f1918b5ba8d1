import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkStructure } from './check-structure.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'labalaba-structure-'))
  for (const [path, text] of Object.entries(sound)) plant(path, text)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A small tree in which everything is where it belongs. */
const sound: Record<string, string> = {
  'contract/src/index.ts': "export * from './money.ts'\n",
  'contract/src/money.ts': 'export type Kobo = number\n',
  'server/src/db.ts': "import type { Tables } from './tables.ts'\nexport type Db = Tables\n",
  'server/src/tables.ts': `${'export type T = 1\n'.repeat(400)}export type Tables = 1\n`,
  'server/src/main.ts':
    "import { app } from './app.ts'\nexport function main() { return app(process.env) }\n",
  'server/src/app.ts':
    "import { labRoutes } from './modules/labs/routes.ts'\nexport function app(env: unknown) { return [env, labRoutes] }\n",
  'server/src/infra/clock.ts': 'export function now() { return new Date() }\n',
  'server/src/modules/accounts/index.ts': "export { type Account, findAccount } from './accounts.ts'\n",
  'server/src/modules/accounts/accounts.ts':
    "import { selectAccount } from './repository.ts'\nexport const findAccount = selectAccount\nexport type Account = 1\n",
  'server/src/modules/accounts/repository.ts':
    "import type { Db } from '../../db.ts'\nexport function selectAccount(db: Db) { return sql`select 1` }\n",
  'server/src/modules/labs/index.ts': "export { labRoutes } from './routes.ts'\n",
  'server/src/modules/labs/routes.ts':
    "import { findAccount } from '../accounts/index.ts'\nimport type { Kobo } from '@labalaba/contract'\nexport const labRoutes = [findAccount]\n",
  'server/src/modules/labs/policy.ts': 'export function isOpen(now: Date) { return new Date(now) > now }\n',
  'server/src/modules/labs/repository.db.test.ts':
    "import { openDatabase } from '../../../test/database.ts'\nopenDatabase(process.env.X, new Date())\n",
  'server/test/database.ts':
    "import { selectAccount } from '../src/modules/accounts/repository.ts'\nexport const openDatabase = selectAccount\n",
  'web/src/app/entry.tsx': "import { Page } from '../pages/patient/page.tsx'\nexport const entry = Page\n",
  'web/src/pages/patient/page.tsx':
    "import { useCart } from '../../features/checkout/queries.ts'\nexport function Page() { return useCart() }\n",
  'web/src/features/checkout/queries.ts':
    "import { Button } from '../../components/button.tsx'\nexport const useCart = () => Button\n",
  'web/src/components/button.tsx':
    "import { format } from '../lib/format.ts'\nexport function Button() { return format }\n",
  'web/src/lib/format.ts':
    "// export default from '../app/entry.tsx' is only said here\nexport const format = 1\n",
  'paystack-simulator/src/main.ts': 'export const key = process.env.KEY\n',
  'demo/load.ts':
    "import { findAccount } from '../server/src/modules/accounts/index.ts'\nexport const load = findAccount\n",
  'scripts/run.ts': "export async function run() { return import('../server/src/main.ts') }\n",
  'vitest.config.ts': 'export default { a: process.env.A }\n',
}

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function findings(): string[] {
  return checkStructure(root).map(({ level, path, line, text }) => `${level} ${path}:${line} ${text}`)
}

test('a correct tree passes', () => {
  expect(findings()).toEqual([])
})

const lines = (n: number) => Array.from({ length: n }, (_, i) => `  const a${i} = ${i}`).join('\n')

const breaches: [rule: string, path: string, text: string, found: RegExp][] = [
  [
    'a word comes back that the glossary has replaced',
    'server/src/modules/labs/verify.ts',
    'export class Refusal {}\n',
    /^fail server\/src\/modules\/labs\/verify\.ts:1 "Refusal" has been replaced: write "DomainError"/,
  ],
  [
    'a module calls upward',
    'server/src/modules/accounts/verify.ts',
    "\n\nimport { x } from '../labs/index.ts'\n",
    /^fail server\/src\/modules\/accounts\/verify\.ts:3 module accounts imports .*no module.*publish/,
  ],
  [
    'a module calls sideways',
    'server/src/modules/catalogue/index.ts',
    "export { x } from '../ledger/index.ts'\n",
    /module catalogue imports/,
  ],
  [
    'a module goes round an index',
    'server/src/modules/labs/verify.ts',
    "import { x } from '../accounts/repository.ts'\n",
    /inside module accounts\. Import its index\.ts/,
  ],
  [
    'a late import goes round an index',
    'server/src/modules/labs/verify.ts',
    "export async function f() {\n  return import('../accounts/repository.ts')\n}\n",
    /verify\.ts:2 .*inside module accounts/,
  ],
  [
    'a type is taken round an index',
    'server/src/modules/labs/verify.ts',
    "import type { x } from '../accounts/repository.ts'\n",
    /inside module accounts/,
  ],
  [
    'the app takes more of a module than its index, routes and jobs',
    'server/src/worker.ts',
    "import { x } from './modules/accounts/repository.ts'\n",
    /inside module accounts/,
  ],
  [
    'infra knows a module',
    'server/src/infra/http/http.ts',
    "import { x } from '../../modules/accounts/index.ts'\n",
    /infra imports .*knows no module/,
  ],
  [
    'the contract imports from the server',
    'contract/src/booking.ts',
    "import { x } from '../../server/src/infra/clock.ts'\n",
    /imports nothing of ours/,
  ],
  [
    'the contract is imported by its path',
    'server/src/modules/labs/verify.ts',
    "import { x } from '../../../../contract/src/money.ts'\n",
    /Write: from '@labalaba\/contract'/,
  ],
  [
    'the server imports the web',
    'server/src/worker.ts',
    "import { x } from '../../web/src/lib/format.ts'\n",
    /never imports the web/,
  ],
  [
    'the server imports the simulator',
    'server/src/worker.ts',
    "import { x } from '../../paystack-simulator/src/main.ts'\n",
    /never imports the web or the simulator/,
  ],
  [
    'the simulator imports the contract',
    'paystack-simulator/src/fees.ts',
    "import { x } from '@labalaba/contract'\n",
    /imports nothing of ours/,
  ],
  [
    'a loader goes round an index',
    'reference/load.ts',
    "import { x } from '../server/src/modules/accounts/repository.ts'\n",
    /inside module accounts/,
  ],
  [
    'a script reaches into a module',
    'scripts/peek.ts',
    "import { x } from '../server/src/modules/accounts/index.ts'\n",
    /scripts imports/,
  ],
  [
    'the design system imports a feature',
    'web/src/components/card.tsx',
    "import { x } from '../features/checkout/queries.ts'\n",
    /web components imports .*app → pages → features → components → lib/,
  ],
  [
    'lib imports the design system',
    'web/src/lib/api.ts',
    "import { x } from '../components/button.tsx'\n",
    /web lib imports/,
  ],
  [
    'a feature imports another',
    'web/src/features/labs/queries.ts',
    "import { x } from '../checkout/queries.ts'\n",
    /Features never import each other/,
  ],
  [
    'a public page imports one of patients',
    'web/src/pages/public/landing-page.tsx',
    "import { x } from '../patient/page.tsx'\n",
    /web pages\/public imports/,
  ],
  [
    'files import each other in a circle',
    'server/src/modules/accounts/repository.ts',
    "import { x } from './accounts.ts'\nexport const selectAccount = x\n",
    /accounts\.ts → .*repository\.ts → .*accounts\.ts|repository\.ts → .*accounts\.ts → .*repository\.ts/,
  ],
  [
    'SQL outside repository.ts, as text',
    'server/src/modules/labs/labs.ts',
    'export const x = sql<{ a: 1 }>`select 1`\n',
    /SQL outside repository\.ts/,
  ],
  [
    'SQL outside repository.ts, built',
    'server/src/modules/labs/labs.ts',
    "export const x = (db: Builder) =>\n  db.selectFrom('lab')\n",
    /labs\.ts:2 SQL outside repository\.ts/,
  ],
  [
    'a rule reads the clock',
    'server/src/modules/labs/policy.ts',
    'export const x = () => new Date()\n',
    /reads the clock/,
  ],
  [
    'a table of transitions reads the clock',
    'server/src/modules/labs/lab-state-machine.ts',
    'export const x = () => Date.now()\n',
    /reads the clock/,
  ],
  [
    'a rule reaches the database',
    'server/src/modules/labs/policy.ts',
    "import { sql } from 'kysely'\nexport const x = sql\n",
    /can reach the database/,
  ],
  [
    'a rule reaches the repository',
    'server/src/modules/labs/policy.ts',
    "import { x } from './repository.ts'\nexport const y = x\n",
    /can reach the database/,
  ],
  [
    'a module reads the environment',
    'server/src/modules/labs/verify.ts',
    'export const x = process.env.HOME\n',
    /environment is read here/,
  ],
  [
    'a rule reads the environment',
    'server/src/modules/labs/policy.ts',
    'export const x = process.env.HOME\n',
    /environment is read here/,
  ],
  [
    'logic in an index',
    'server/src/modules/labs/index.ts',
    "export { labRoutes } from './routes.ts'\nexport const x = () => 1\n",
    /index\.ts:2 Logic in the index of a module/,
  ],
  [
    'a module without an index',
    'server/src/modules/ledger/postings.ts',
    'export const x = 1\n',
    /no index\.ts/,
  ],
  [
    'a module that is not in the table',
    'server/src/modules/insurance/index.ts',
    'export {}\n',
    /insurance is no module/,
  ],
  [
    'a file nearly named by the vocabulary',
    'server/src/modules/labs/route.ts',
    'export const x = 1\n',
    /nearly a word of the vocabulary/,
  ],
  ['a folder called utils', 'web/src/utils/format.ts', 'export const x = 1\n', /"utils" says nothing/],
  [
    'a file called a service',
    'server/src/modules/labs/lab-service.ts',
    'export const x = 1\n',
    /"service" says nothing/,
  ],
  [
    'a file that is not kebab-case',
    'web/src/components/DatePicker.tsx',
    'export const x = 1\n',
    /not kebab-case/,
  ],
  [
    'a domain word in the design system',
    'web/src/components/lab-card.tsx',
    'export const x = 1\n',
    /knows no "lab"/,
  ],
  [
    'a default export',
    'web/src/components/card.tsx',
    'export default function Card() {}\n',
    /default export/,
  ],
  [
    'a default export in a test',
    'server/src/modules/labs/labs.test.ts',
    'export default 1\n',
    /default export/,
  ],
  [
    'a text inside a component',
    'web/src/components/card.tsx',
    'export const Card = () => (\n  <p>Your results</p>\n)\n',
    /^fail web\/src\/components\/card\.tsx:2 "Your results" is text for a reader/,
  ],
  [
    'a text in a property of a component',
    'web/src/components/card.tsx',
    "export const Card = () => <Box title='Your results are ready' />\n",
    /"Your results are ready" is text for a reader/,
  ],
  [
    'a file of more than 300 lines',
    'server/src/modules/labs/labs.ts',
    `export function f() {\n}\n${lines(301)}\n`,
    /^fail .* 303 lines of code; 300 is the most/,
  ],
  [
    'a file of more than 200 lines, as a warning',
    'server/src/modules/labs/labs.ts',
    `${lines(201)}\n`,
    /^warn .* 201 lines/,
  ],
  [
    'a component of more than 150 lines',
    'web/src/components/card.tsx',
    `\nexport function Card() {\n${lines(160)}\n}\n`,
    /^fail web\/src\/components\/card\.tsx:2 The component Card has 162 lines/,
  ],
  [
    'a function of more than 40 lines, as a warning',
    'server/src/modules/labs/labs.ts',
    `export async function find() {\n${lines(41)}\n}\n`,
    /^warn .* find has 43 lines/,
  ],
]

describe('it finds a planted breach, with its place and what to do', () => {
  test.each(breaches)('%s', (_rule, path, text, found) => {
    plant(path, text)
    expect(findings().filter((line) => found.test(line)).length).toBeGreaterThan(0)
  })
})

test('a module of more than 15 files fails the check', () => {
  for (let i = 0; i < 15; i++) plant(`server/src/modules/labs/verb-${i}.ts`, 'export const x = 1\n')
  expect(findings()).toEqual([expect.stringContaining('15 is the most')])
})

test('blank lines, comments, tests and migrations do not count towards sizes', () => {
  plant(
    'server/src/modules/labs/labs.ts',
    `${'\n// why\n/** What it\n * promises. */\n'.repeat(100)}export const x = 1\n`,
  )
  plant('server/src/modules/labs/labs.test.ts', `${lines(400)}\n`)
  expect(findings()).toEqual([])
})
